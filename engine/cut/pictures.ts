import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { captionPainter } from '../film/captions.ts'
import { planesLength, toI420, toPixels } from '../film/planes.ts'
import type { JobContext } from '../job.ts'
import type { Pixels } from '../media/picture.ts'
import { encodePreview } from '../media/preview.ts'
import type { Cut, CutShot } from '../protocol/cut.ts'
import type { Size } from '../scene/stage.ts'
import type { Cue } from '../speech/cues.ts'
import { drawBackdrop } from './backdrop.ts'
import { type Place, placesOf } from './places.ts'
import { openShot, type ShotPicture } from './shot-picture.ts'

/** Longest side of a place. It is muted and lies behind everything, so more pixels would show nothing. */
const longestBackdrop = 1_920
/** Size of a place as a multiple of the frame: a wide shot sees most of it, and a close one a part. */
const backdropScale = 1.6
/** Places in memory. */
const keptBackdrops = 4
/** The part of the height above the words of a card, in which captions stand. */
const aboveWords = { wide: 0.82, upright: 0.88 }

export type PicturesOptions = {
  cut: Cut
  size: Size
  framesPerSecond: number
  /** Captions that are drawn into the picture. */
  captions: readonly Cue[]
  context: JobContext
}

export type Pictures = {
  /** Returns the planes of a frame, in their order; they are valid until the next call. */
  at(index: number): Promise<Uint8Array>
  poster(): Pixels
  /** Ids of the shots whose file could not be used. */
  standIns: ReadonlySet<string>
  close(): Promise<void>
}

/** Gives the frames of a film in order: at most two shots are open at a time. */
export function openPictures({ cut, size, framesPerSecond, captions, context }: PicturesOptions): Pictures {
  const { shots } = cut
  const canvas = createCanvas(size.width, size.height)
  const g = canvas.getContext('2d')
  const over = createCanvas(size.width, size.height)
  const planes = new Uint8Array(planesLength(size))
  const standIns = new Set<string>()
  const open = new Map<number, Promise<ShotPicture>>()
  const backdropOf = openBackdrops({ cut, size, checkpoint: context.checkpoint })
  const captionOver = captionPainter(captions, size)
  const captionOnCard = captionPainter(captions, {
    ...size,
    height: Math.round(size.height * (size.height > size.width ? aboveWords.upright : aboveWords.wide)),
  })
  /** The shot whose steady picture is in the planes. */
  let steady: number | null = null
  let posterPixels: Pixels | null = null

  function pictureOf(index: number, shot: CutShot): Promise<ShotPicture> {
    const known = open.get(index)
    if (known) return known
    const opening = openShot({
      shot,
      size,
      framesPerSecond,
      checkpoint: context.checkpoint,
      card: () => ({ shot, number: index + 1, size, framesPerSecond, language: cut.language, ...backdropOf(index) }),
      onStandIn: () => standIns.add(shot.id),
    })
    open.set(index, opening)
    return opening
  }

  async function closeBefore(index: number): Promise<void> {
    for (const [at, picture] of open) {
      if (at >= index) continue
      open.delete(at)
      await (await picture).close?.()
    }
  }

  async function frameAt(index: number): Promise<Uint8Array> {
    const at = shotAt(shots, index)
    const shot = shots[at]
    if (!shot) throw new Error('a frame without a shot')
    const picture = await pictureOf(at, shot)
    const frame = index - shot.starts
    const { kind, frames } = shot.transition
    const isFading = kind === 'fade' && frame < frames && at > 0
    if (!isFading) await closeBefore(at)
    const dark = darknessAt(shots, at, frame)
    const ms = (index / framesPerSecond) * 1_000
    const isCaptioned = captions.some(({ startMs, endMs }) => ms >= startMs && ms < endMs)
    const isPlain = !isFading && dark === 0 && !isCaptioned
    if (isPlain && picture.isSteady && steady === at) return planes
    const direct = isPlain ? await picture.planes?.(frame) : null
    steady = null
    if (direct) return direct
    await picture.paint(g, frame)
    const before = shots[at - 1]
    if (isFading && before) {
      await (await pictureOf(at - 1, before)).paint(over.getContext('2d'), index - before.starts)
      g.globalAlpha = 1 - (frame + 1) / (frames + 1)
      g.drawImage(over, 0, 0)
      g.globalAlpha = 1
    }
    if (dark > 0) {
      g.fillStyle = `rgba(0,0,0,${dark})`
      g.fillRect(0, 0, size.width, size.height)
    }
    if (isCaptioned) (shot.source.kind === 'card' || standIns.has(shot.id) ? captionOnCard : captionOver)(g, ms)
    toI420(canvas.data(), size, planes)
    if (isPlain && picture.isSteady) steady = at
    return planes
  }

  return {
    standIns,
    async at(index) {
      const found = await frameAt(index)
      context.preview(() => encodePreview(toPixels(found, size)))
      if (index === Math.floor(cut.frames / 3)) posterPixels = toPixels(found, size)
      return found
    },
    poster() {
      if (!posterPixels) throw new Error('a film has at least one frame')
      return posterPixels
    },
    async close() {
      await closeBefore(Infinity)
    },
  }
}

/** The last shot that has started. */
const shotAt = (shots: readonly CutShot[], index: number): number =>
  Math.max(
    0,
    shots.findLastIndex(({ starts }) => starts <= index),
  )

/** How dark a frame is in a dip to black, 0..1: the end of one shot and the start of the next. */
export function darknessAt(shots: readonly CutShot[], at: number, frame: number): number {
  const [shot, next] = [shots[at], shots[at + 1]]
  const half = (one: CutShot | undefined) => (one?.transition.kind === 'black' ? one.transition.frames / 2 : 0)
  const [coming, going] = [half(shot), half(next)]
  const rising = coming > 0 && at > 0 ? 1 - (frame + 0.5) / coming : 0
  const falling = going > 0 && shot ? 1 - (shot.frames - frame - 0.5) / going : 0
  return Math.max(0, Math.min(1, Math.max(rising, falling)))
}

type BackdropsOptions = { cut: Cut; size: Size; checkpoint(): void }

/** Draws each place once and keeps the latest few. */
function openBackdrops({ cut, size, checkpoint }: BackdropsOptions): (index: number) => { backdrop: Canvas; light: Place['light'] } {
  const places = placesOf(cut)
  const kept = new Map<string, Canvas>()
  const scale = Math.min(backdropScale, longestBackdrop / Math.max(size.width, size.height))
  const whole = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) }
  return (index) => {
    const place = places[index]
    if (!place) throw new Error('a shot without a place')
    const backdrop = kept.get(place.key) ?? drawBackdrop(place, { seed: cut.seed, size: whole, checkpoint })
    // The place that was used last is the last one to go.
    kept.delete(place.key)
    kept.set(place.key, backdrop)
    const [oldest] = kept.keys()
    if (kept.size > keptBackdrops && oldest !== undefined) kept.delete(oldest)
    return { backdrop, light: place.light }
  }
}
