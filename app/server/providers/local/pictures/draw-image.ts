import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrawJob } from '../local-messages.ts'
import { type ClipTokenizer, openClipTokenizer } from './clip-tokenizer.ts'
import type { Network, OpenNetwork } from './open-network.ts'
import { readPlanes, writePlanes } from './pixels.ts'
import { embedGuidance, openNoise, openSchedule, type SchedulerName } from './schedule.ts'

/** Pixels of a side for each value of the latents, their channels, and their scale. */
const [latentStep, latentChannels, latentScale] = [8, 4, 0.182_15]
const pixelRange = [-1, 1] as const
/** Stable Diffusion 1 pads a prompt with the end's own id, Stable Diffusion 2 with the first one. */
const padding = { lcm: undefined, turbo: 0 }

export type Tools = { open: OpenNetwork; throwIfStopped(): void; onProgress(share: number): void }

/**
 * Opens a diffusion model in a folder with the parts of a diffusers export. The denoiser and the decoder stay loaded; the text encoder and the
 * encoder of images are loaded for as long as they are needed, because memory is the limit.
 */
export function openImageModel(folder: string, scheduler: SchedulerName, { open, throwIfStopped, onProgress }: Tools) {
  const part = (name: string) => join(folder, name, 'model.onnx')
  let tokenizer: ClipTokenizer | undefined
  let unet: Network | undefined
  let decoder: Network | undefined
  let last: { prompt: string; states: Awaited<ReturnType<Network['run']>> } | undefined

  async function once<Result>(name: string, use: (network: Network) => Promise<Result>): Promise<Result> {
    const network = await open(part(name))
    try {
      return await use(network)
    } finally {
      await network.release()
    }
  }

  async function read(prompt: string) {
    if (last?.prompt === prompt) return last.states
    tokenizer ??= openClipTokenizer(
      await readFile(join(folder, 'tokenizer', 'merges.txt'), 'utf8'),
      padding[scheduler] === undefined ? {} : { padding: padding[scheduler] },
    )
    const ids = tokenizer.encode(prompt)
    const states = await once('text_encoder', (network) => network.run({ input_ids: { values: ids, dims: [1, ids.length] } }))
    last = { prompt, states }
    return states
  }

  /** Returns the latents of a given image. */
  async function encode(image: string, size: { width: number; height: number }): Promise<Float32Array> {
    const { values } = await readPlanes(image, { range: pixelRange, size })
    const { values: latents } = await once('vae_encoder', (network) =>
      network.run({ sample: { values, dims: [1, 3, size.height, size.width] } }),
    )
    return latents.map((value) => value * latentScale)
  }

  return async function draw({ prompt, width, height, steps, seed, guidance, image, strength, output }: DrawJob) {
    const dims = [1, latentChannels, height / latentStep, width / latentStep]
    const noise = openNoise(seed)
    const draws = () => noise(dims.reduce((product, size) => product * size, 1))
    const schedule = openSchedule(scheduler, image === null ? { steps } : { steps, strength })
    const { values: states, dims: stateDims } = await read(prompt)
    throwIfStopped()
    let latents = schedule.start(image === null ? null : await encode(image, { width, height }), draws())
    unet ??= await open(part('unet'))
    // The decoder takes about as long as two steps.
    const whole = schedule.timesteps.length + 2
    for (const [step, timestep] of schedule.timesteps.entries()) {
      throwIfStopped()
      const { values: predicted } = await unet.run({
        sample: { values: schedule.input(latents, step), dims },
        timestep: { values: [timestep], dims: [1] },
        encoder_hidden_states: { values: states, dims: stateDims },
        timestep_cond: { values: embedGuidance(guidance), dims: [1, 256] },
      })
      latents = schedule.next(latents, predicted, { step, noise: draws })
      onProgress((step + 1) / whole)
    }
    throwIfStopped()
    decoder ??= await open(part('vae_decoder'))
    const { values } = await decoder.run({ latent_sample: { values: latents.map((value) => value / latentScale), dims } })
    await writePlanes({ values, width, height }, { range: pixelRange, output })
  }
}
