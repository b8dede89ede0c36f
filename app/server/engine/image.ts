import { createCanvas } from '@napi-rs/canvas'
import type { JobContext } from './job.ts'
import { writePicture, writePoster } from './picture.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'
import { buildScene } from './scene/scene.ts'
import type { Size } from './scene/stage.ts'

const imageSizes: Record<EngineOptions['sketch-image']['aspect'], Size> = {
  '1:1': { width: 1024, height: 1024 },
  '4:3': { width: 1024, height: 768 },
  '3:4': { width: 768, height: 1024 },
  '16:9': { width: 1024, height: 576 },
  '9:16': { width: 576, height: 1024 },
}

export async function renderImage(prompt: string, options: EngineOptions['sketch-image'], context: JobContext): Promise<EngineResult> {
  const size = imageSizes[options.aspect]
  const scene = buildScene({ prompt, seed: options.seed, size, still: true, checkpoint: context.checkpoint })
  context.progress(0.5)
  const canvas = createCanvas(size.width, size.height)
  scene.paint(canvas.getContext('2d'), { seconds: 0, camera: 0 })
  const pixels = { ...size, rgba: canvas.data() }
  context.progress(0.7)
  context.checkpoint()
  const path = context.path(`image.${options.format}`)
  await writePicture(pixels, options.format, path)
  context.progress(0.95)
  context.checkpoint()
  const poster = await writePoster(pixels, context.path('poster.webp'))
  context.checkpoint()
  context.progress(1)
  return {
    text: null,
    files: [{ path, mediaType: `image/${options.format}`, ...size, durationMs: null, poster, peaks: null }],
  }
}
