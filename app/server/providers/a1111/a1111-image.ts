import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { callJson } from '../connected/media/call-json.ts'
import { readEdited, toBase64 } from '../connected/media/read-pictures.ts'
import { type OwnServer, postJson } from '../compatible/own-server.ts'
import { frameWithin } from '../compatible/frame-size.ts'
import type { ImageModel, RunInput } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import { noSampler } from './no-sampler.ts'
import { isDrawn, type TaskState, watchTask } from './watch-task.ts'

const imagesSchema = v.object({ images: v.array(v.string()), info: v.optional(v.string(), '') })
const infoSchema = v.object({ index_of_first_image: v.optional(v.number(), 0) })

/** Milliseconds in which a canceled run may come to its turn. */
const stopPatienceMs = 8_000
const stopIntervalMs = 500
/** Sizes in pixels are multiples of this, which every checkpoint accepts. */
const step = 64

/** Pictures of AUTOMATIC1111's WebUI, Forge and SD.Next, which share this API. The server draws one picture after the other. */
export function a1111Image(server: OwnServer): ImageModel {
  /** The task of this process, of which there is one at a time. */
  let task: string | null = null

  return {
    kind: 'image',

    async generate({ model, prompt, options, inputs, count, signal, idempotencyKey, onProgress, onPartial, onWait }) {
      const id = `quartet-${idempotencyKey}`
      const body = {
        prompt,
        ...(await pictureOf(inputs, options)),
        ...settingsOf(options),
        n_iter: count,
        override_settings: { sd_model_checkpoint: model },
        // Restoring would load the earlier checkpoint again after every picture.
        override_settings_restore_afterwards: false,
        save_images: false,
        // SD.Next ignores it.
        force_task_id: id,
      }
      const path = `/sdapi/v1/${'init_images' in body ? 'img2img' : 'txt2img'}`
      const watching = new AbortController()
      task = id
      try {
        void watchTask(server, { id, signal: AbortSignal.any([signal, watching.signal]), onState: show })
        const { images, info } = await callJson(server, { path, ...postJson(body), signal, schema: imagesSchema })
        // A grid of all pictures may come first, and maps of extensions last.
        const drawn = images.slice(firstOf(info)).slice(0, count)
        return { results: drawn.map((image) => ({ bytes: fromBase64(image) })), usage: { runs: 1, images: drawn.length } }
      } finally {
        watching.abort()
        if (task === id) task = null
      }

      function show(state: TaskState): void {
        onWait?.(state.state === 'queued' ? state.ahead : null)
        if (state.state === 'queued') return
        onProgress?.(Math.min(0.99, Math.max(0, state.progress)))
        if (state.picture) onPartial?.(fromBase64(state.picture))
      }
    },

    async cancel() {
      const signal = AbortSignal.timeout(stopPatienceMs)
      // An interrupt has no address: while another picture is drawn, it would end that one.
      while (task !== null && (await isDrawn(server, task, signal)) === false) await sleep(stopIntervalMs, undefined, { signal })
      const response = await server.fetch(`${server.baseUrl}/sdapi/v1/interrupt`, { method: 'POST', signal })
      await response.body?.cancel()
      return true
    },
  }
}

function settingsOf({ negative, seed, steps, cfg, sampler }: OptionValues) {
  return {
    ...(typeof negative === 'string' && negative !== '' && { negative_prompt: negative }),
    ...(typeof seed === 'number' && { seed }),
    ...(typeof steps === 'number' && { steps }),
    ...(typeof cfg === 'number' && { cfg_scale: cfg }),
    ...(typeof sampler === 'string' && sampler !== noSampler && { sampler_name: sampler }),
  }
}

/** Returns the size, and the picture to change with its mask. A changed picture keeps its shape. */
async function pictureOf(inputs: readonly RunInput[], { aspect, resolution, strength }: OptionValues) {
  const side = Number(resolution) || 512
  const area = side * side
  const { pictures, size, mask } = await readEdited(inputs, { mask: 'white', longestSide: 2_048 })
  const [picture] = pictures
  if (!picture || !size) return frameWithin(String(aspect), { area, step })
  return {
    ...frameWithin(`${size.width}:${size.height}`, { area, step }),
    init_images: [toBase64(picture)],
    // 1: the masked area starts from the picture and not from noise.
    ...(mask && { mask: toBase64(mask), inpainting_fill: 1, mask_blur: 4 }),
    ...(typeof strength === 'number' && { denoising_strength: strength }),
  }
}

function firstOf(info: string): number {
  try {
    const parsed = v.safeParse(infoSchema, JSON.parse(info))
    return parsed.success ? parsed.output.index_of_first_image : 0
  } catch {
    return 0
  }
}

function fromBase64(image: string): Uint8Array {
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64')
  if (bytes.length === 0) throw new ProviderError('temporary', 'a picture was empty')
  return bytes
}
