import { writeFile } from 'node:fs/promises'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { JobContext } from '../job.ts'
import { decodePicture, encodePicture, writePoster, writeThumbnail } from '../media/picture.ts'
import type { Pixels } from '../media/picture.ts'
import { encodePreview } from '../media/preview.ts'
import { seedIn, withPngText, xmpOf } from '../media/picture-metadata.ts'
import type { PictureOrigin } from '../media/picture-metadata.ts'
import type { EngineFile, EngineResult } from '../protocol/engine.ts'
import type { EngineInput } from '../protocol/options.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { randomFor, seedFor } from '../random.ts'
import { createCard, isCard } from './card/card.ts'
import { readScene } from '../scene/read-scene.ts'
import { readReference } from '../scene/reference.ts'
import type { Reference } from '../scene/reference.ts'
import { buildScene } from '../scene/scene.ts'
import { buildShapes, standAlone } from '../scene/shapes.ts'
import type { Size } from '../scene/stage.ts'
import type { Understanding } from '../understanding/understanding.ts'

type Options = EngineOptions['sketch-image']

const proportions: Record<Options['aspect'], readonly [across: number, down: number]> = {
  '1:1': [1, 1],
  '4:3': [4, 3],
  '3:4': [3, 4],
  '16:9': [16, 9],
  '9:16': [9, 16],
  '21:9': [21, 9],
}
/** Longer side of a reference picture in pixels; more pixels change neither its colours nor its composition. */
const referenceSide = 160
const share = { painted: 0.6, written: 0.9 }

export function imageSize({ aspect, size }: Pick<Options, 'aspect' | 'size'>): Size {
  const [across, down] = proportions[aspect]
  const unit = Number(size) / Math.max(across, down)
  return { width: Math.round(across * unit), height: Math.round(down * unit) }
}

export async function renderImage(prompt: string, options: Options, inputs: EngineInput[], context: JobContext): Promise<EngineResult> {
  const read = readScene(prompt, options)
  const understanding: Understanding = options.style === 'auto' ? read : { ...read, style: options.style }
  const model = await readModel(inputs)
  context.checkpoint()
  const isAlone = standAlone(understanding, options.transparent)
  const files: EngineFile[] = []
  for (let index = 0; index < options.count; index += 1) {
    const file = await renderOne(index)
    files.push(file)
  }
  return { text: null, files }

  async function renderOne(index: number): Promise<EngineFile> {
    const seed = options.seed + index
    const progress = (done: number) => context.progress((index + done) / options.count)
    const size = imageSize(options)
    const isTransparent = options.transparent && isAlone && !isCard(options.card, options)
    const onLayer = (canvas: Canvas) =>
      context.preview(() => encodePreview({ width: canvas.width, height: canvas.height, rgba: canvas.data() }))
    const card = isCard(options.card, options) ? createCard(options.card, options, size) : null
    const drawn = { seed, isAlone, isTransparent, model, checkpoint: context.checkpoint, onLayer }
    const picture = paint(understanding, { ...drawn, size: card?.picture ?? size })
    const pixels: Pixels = { ...size, rgba: (card ? card.finish(picture) : picture).data() }
    progress(share.painted)
    context.checkpoint()
    const path = context.path(`image-${index + 1}.${options.format}`)
    const origin = originOf(prompt, options, seed)
    async function writePicture(): Promise<void> {
      const bytes = await encodePicture(pixels, options.format, { xmp: xmpOf(origin), isTransparent })
      await writeFile(path, options.format === 'png' ? withPngText(bytes, origin) : bytes)
      progress(share.written)
    }

    // The stills are written in parallel; a cancel waits for both, so that neither is written after the files have been removed.
    const [poster, thumbnail] = await Promise.all([
      writePoster(pixels, context.path(`poster-${index + 1}.webp`), { isTransparent }),
      writeThumbnail(pixels, context.path(`thumbnail-${index + 1}.webp`), { isTransparent }),
      writePicture(),
    ])
    context.checkpoint()
    progress(1)
    return { path, mediaType: `image/${options.format}`, ...size, durationMs: null, poster, thumbnail, peaks: null }
  }
}

/** The contribution of an input picture: its family, if this engine made it, or otherwise its colours and composition. */
type Model = { reference: Reference | null; familySeed: number | null }

async function readModel(inputs: EngineInput[]): Promise<Model> {
  const input = inputs.find(({ role }) => role === 'source') ?? inputs.find(({ role }) => role === 'reference')
  if (!input) return { reference: null, familySeed: null }
  const picture = await decodePicture(input.path, referenceSide)
  const familySeed = input.role === 'source' ? seedIn(picture.xmp) : null
  return { familySeed, reference: familySeed === null ? readReference(picture, randomFor(1, 'reference')) : null }
}

type PaintOptions = {
  seed: number
  size: Size
  isAlone: boolean
  isTransparent: boolean
  model: Model
  checkpoint(): void
  onLayer(canvas: Canvas): void
}

function paint(understanding: Understanding, { seed, size, isAlone, isTransparent, model, checkpoint, onLayer }: PaintOptions): Canvas {
  const { reference, familySeed } = model
  // With the original's own seed a variation would be the same picture again.
  const ownSeed = seed === familySeed ? seedFor(seed, 'variation') & 0x7fffffff : seed
  const common = { understanding, seed: ownSeed, size, checkpoint, reference, ...(familySeed === null ? {} : { familySeed }) }
  const canvas = createCanvas(size.width, size.height)
  const scene = isAlone ? buildShapes({ ...common, isTransparent }) : buildScene({ ...common, still: true, onLayer })
  scene.paint(canvas.getContext('2d'), { seconds: 0, camera: 0 })
  return canvas
}

function originOf(prompt: string, options: Options, seed: number): PictureOrigin {
  if (!options.embed_prompt) return { seed, prompt: null, options: null }
  const { aspect, size, style, negative, transparent, format, card, headline, message, detail } = options
  const drawn = { aspect, size, style, negative, transparent, format, seed }
  return { seed, prompt, options: isCard(card, options) ? { ...drawn, card, headline, message, detail } : drawn }
}
