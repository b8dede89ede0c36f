import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { CameraPath } from '../film/camera.ts'
import { viewAt } from '../film/camera.ts'
import { openPlate } from '../film/open-plate.ts'
import { toPixels } from '../film/planes.ts'
import { platePainter } from '../film/plate.ts'
import { framesOf, openClip } from '../join/clip.ts'
import type { CutShot } from '../protocol/cut.ts'
import { canvasOf, type Size } from '../scene/stage.ts'
import { createCard } from './card.ts'

/** The pictures of a shot. `paint` is called for each frame in order, also for a few after its end while the next one fades in. */
export type ShotPicture = {
  /** Whether every frame is the same. */
  isSteady: boolean
  paint(g: SKRSContext2D, frame: number): Promise<void> | void
  /** Returns the planes of a frame where they are at hand; null if it must be painted. Instead of `paint`. */
  planes?(frame: number): Promise<Uint8Array | null>
  close?(): Promise<void>
}

export type OpenOptions = {
  shot: CutShot
  size: Size
  framesPerSecond: number
  checkpoint(): void
  /** Draws the card of the shot, if it is needed. */
  card(): Parameters<typeof createCard>[0]
  /** Reports that a file cannot be used. */
  onStandIn(): void
}

/** Opens the best pictures that a shot has. A missing or damaged file never fails the film: the next best stands in for it. */
export async function openShot(options: OpenOptions): Promise<ShotPicture> {
  const { shot, onStandIn } = options
  if (shot.source.kind === 'clip') {
    const clip = await orNull(options, openClipShot(options, shot.source))
    if (clip) return clip
    onStandIn()
  }
  return openStill(options)
}

/** A cancel is not swallowed. */
async function orNull<T>({ checkpoint }: OpenOptions, opening: Promise<T>): Promise<T | null> {
  try {
    return await opening
  } catch {
    checkpoint()
    return null
  }
}

const stillOf = ({ source }: CutShot) => (source.kind === 'still' ? source.path : source.kind === 'clip' ? source.still : null)

async function openStill(options: OpenOptions): Promise<ShotPicture> {
  const { shot, size, checkpoint, onStandIn } = options
  const path = stillOf(shot)
  const plate = path === null ? null : await orNull(options, openPlate(path, size, checkpoint))
  if (plate) {
    const camera = paths[shot.camera]
    const paint = platePainter(plate, size, camera)
    return {
      isSteady: shot.camera === 'still',
      paint: (g, frame) => paint(g, { ...viewAt(camera, shareOf(shot, frame)), seconds: 0 }),
    }
  }
  if (path !== null) onStandIn()
  const card = createCard(options.card())
  return { isSteady: shot.camera === 'still', paint: (g, frame) => card.paint(g, shareOf(shot, frame)) }
}

const shareOf = ({ frames }: CutShot, frame: number) => Math.min(1, frame / Math.max(1, frames - 1))

const paths: Record<CutShot['camera'], CameraPath> = {
  still: { move: 'still', direction: 1 },
  push_in: { move: 'zoom-in', direction: 1 },
  pull_out: { move: 'zoom-out', direction: 1 },
  pan_left: { move: 'pan', direction: -1 },
  pan_right: { move: 'pan', direction: 1 },
  tilt_up: { move: 'tilt', direction: 1 },
  tilt_down: { move: 'tilt', direction: -1 },
}

/** Seconds for which the last picture of a clip is held, with a slow push. Then comes the still. */
const heldSeconds = 2
const heldPush = 0.04

/** The frames of a clip, from its in-point; a longer one is trimmed, a shorter one is held. */
async function openClipShot(
  options: OpenOptions,
  { path, from, still }: Extract<CutShot['source'], { kind: 'clip' }>,
): Promise<ShotPicture> {
  const { size, framesPerSecond } = options
  const clip = await openClip(path, { withSound: false })
  let given = Math.floor((clip.seconds - from) * framesPerSecond)
  const reader = framesOf(clip, {
    size,
    timestamps: Array.from({ length: Math.max(0, given) }, (_, frame) => from + frame / framesPerSecond),
  })
  const close = async () => {
    await reader.return(undefined)
    clip.close()
  }
  let current = await orNull(options, reader.next())
  if (!current || current.done) {
    await close()
    throw new Error('the clip has no picture there')
  }
  let shown = current.value
  let read = 0
  let held: Canvas | null = null
  let after: ShotPicture | null = null

  /** Returns whether the clip has this frame. The rest of a damaged clip counts as missing. */
  async function advance(frame: number): Promise<boolean> {
    while (read < frame && read + 1 < given) {
      current = await orNull(options, reader.next())
      if (!current || current.done) given = read + 1
      else {
        shown = current.value
        read += 1
      }
    }
    return frame < given
  }

  return {
    isSteady: false,
    planes: async (frame) => ((await advance(frame)) ? shown : null),
    async paint(g, frame) {
      if (await advance(frame)) {
        g.drawImage(toCanvas(shown, size), 0, 0)
        return
      }
      const overtime = (frame - given) / framesPerSecond
      if (still !== null && overtime >= heldSeconds) {
        after ??= await openStill(options)
        await after.paint(g, frame)
        return
      }
      held ??= toCanvas(shown, size)
      const scale = 1 + heldPush * Math.min(1, overtime / heldSeconds)
      g.drawImage(held, (size.width * (1 - scale)) / 2, (size.height * (1 - scale)) / 2, size.width * scale, size.height * scale)
    },
    close,
  }
}

function toCanvas(planes: Uint8Array, size: Size): Canvas {
  const { rgba, width, height } = toPixels(planes, size)
  return canvasOf(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength), width, height)
}
