import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { callJson } from '../connected/media/call-json.ts'
import { readEdited, toBase64 } from '../connected/media/read-pictures.ts'
import { type OwnServer, postJson } from '../compatible/own-server.ts'
import { frameWithin } from '../compatible/frame-size.ts'
import type { ImageModel, RunInput } from '../kinds.ts'
import { ProviderError } from '../provider.ts'

const imagesSchema = v.object({ images: v.array(v.string()), info: v.optional(v.string(), '') })
const infoSchema = v.object({ index_of_first_image: v.optional(v.number(), 0) })
const progressSchema = v.object({ progress: v.number(), current_image: v.nullish(v.string()) })

const progressIntervalMs = 700
const stopPatienceMs = 8_000
/** Sizes in pixels are multiples of this, which every checkpoint accepts. */
const step = 64

/** Pictures of AUTOMATIC1111's WebUI, Forge and SD.Next, which share this API. The server draws one picture after the other. */
export function a1111Image(server: OwnServer): ImageModel {
  const readProgress = (signal: AbortSignal) =>
    callJson(server, { path: '/sdapi/v1/progress?skip_current_image=false', signal, schema: progressSchema })

  return {
    kind: 'image',

    async generate({ model, prompt, options, inputs, count, signal, onProgress, onPartial }) {
      const body = {
        prompt,
        ...(await pictureOf(inputs, options)),
        ...settingsOf(options),
        n_iter: count,
        override_settings: { sd_model_checkpoint: model },
        // Restoring would load the earlier checkpoint again after every picture.
        override_settings_restore_afterwards: false,
        save_images: false,
      }
      const path = `/sdapi/v1/${'init_images' in body ? 'img2img' : 'txt2img'}`
      const watching = new AbortController()
      const both = AbortSignal.any([signal, watching.signal])
      try {
        void watch(both)
        const { images, info } = await callJson(server, { path, ...postJson(body), signal, schema: imagesSchema })
        // A grid of all pictures may come first, and maps of extensions last.
        const drawn = images.slice(firstOf(info)).slice(0, count)
        return { results: drawn.map((image) => ({ bytes: fromBase64(image) })), usage: { runs: 1, images: drawn.length } }
      } finally {
        watching.abort()
      }

      async function watch(until: AbortSignal): Promise<void> {
        while (!until.aborted) {
          try {
            await sleep(progressIntervalMs, undefined, { signal: until })
            const { progress, current_image: picture } = await readProgress(until)
            if (until.aborted) return
            onProgress?.(Math.min(0.99, Math.max(0, progress)))
            if (picture) onPartial?.(fromBase64(picture))
          } catch {
            // Without an answer there is no progress to show; the picture decides.
          }
        }
      }
    },

    async cancel() {
      const signal = AbortSignal.timeout(stopPatienceMs)
      const response = await server.fetch(`${server.baseUrl}/sdapi/v1/interrupt`, { method: 'POST', signal })
      await response.body?.cancel()
      return true
    },
  }
}

function settingsOf({ negative, seed, steps, cfg, sampler }: OptionValues) {
  return {
    negative_prompt: typeof negative === 'string' ? negative : '',
    seed: typeof seed === 'number' ? seed : -1,
    ...(typeof steps === 'number' && { steps }),
    ...(typeof cfg === 'number' && { cfg_scale: cfg }),
    ...(typeof sampler === 'string' && { sampler_name: sampler }),
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
    denoising_strength: typeof strength === 'number' ? strength : 0.6,
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
