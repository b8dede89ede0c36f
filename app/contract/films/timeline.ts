import type { FilmDocument, Shot } from './film-document.ts'
import { filmLimits } from './film-values.ts'

/** Frames per second. Times are whole frames, so that plans, previews and files agree. */
export const fps = 24

/** The length of a shot without words that asks for none, in seconds. */
const usualSeconds = 4
/** Silence before, between and after the words of a shot, in seconds. */
const pause = { before: 0.3, between: 0.25, after: 0.5 }
/** Characters that a voice says in a second, in both languages. */
const pace = 14

/**
 * The length of a transition, in seconds. It changes no times: in a cross-fade the shot before goes on into the first half second of the next,
 * and a dip to black takes half of it from each.
 */
export const transitionSeconds = 0.5

export type Slot = {
  shot: string
  starts: number
  seconds: number
  /** The part of it that is spoken. */
  spoken: number
}

const inFrames = (seconds: number): number => Math.ceil(Number((seconds * fps).toFixed(3)))

/** The measured seconds of a line that has a recording; undefined for one that has none. Lines of a shot count from 0. */
export type Measured = (shot: string, line: number) => number | undefined

type Placed = { starts: number; seconds: number }

/** Returns when each line of a shot starts, in seconds from the start of its slot, and how long it is. */
export function linesOf(shot: string, { words }: Shot, measured: Measured = () => undefined): Placed[] {
  let starts: number = pause.before
  return words.map(({ text }, line) => {
    const placed = { starts, seconds: measured(shot, line) ?? text.length / pace }
    starts += placed.seconds + pause.between
    return placed
  })
}

/** The frames of a shot: words are never cut, so it is at least as long as they are. */
function framesOf(lines: readonly Placed[], seconds: number | null): { frames: number; spoken: number } {
  const last = lines.at(-1)
  const speech = last ? last.starts + last.seconds + pause.after : 0
  return {
    frames: inFrames(Math.max(seconds ?? (last ? 0 : usualSeconds), speech)),
    spoken: lines.reduce((sum, line) => sum + line.seconds, 0),
  }
}

/** The latest place at which a video of this length can begin: something of it is always seen. */
export const latestStart = (seconds: number): number => Math.max(0, seconds - filmLimits.shortest)

/** Where the video of a shot begins, in seconds: another take may be too short for what was chosen. */
export function startOfVideo({ from }: Pick<Shot, 'from'>, durationMs: number | null): number {
  const most = durationMs === null ? from : latestStart(durationMs / 1_000)
  return Math.round(Math.min(from, most) * fps) / fps
}

const toSeconds = (frames: number): number => Math.round((frames / fps) * 1_000) / 1_000

/** Returns when each shot of a film starts and how long it is: by estimate, and by measure for the lines that have a recording. */
export function timelineOf(
  { order, shots }: Pick<FilmDocument, 'order' | 'shots'>,
  measured?: Measured,
): { seconds: number; slots: Slot[] } {
  let frame = 0
  const slots = order.flatMap((shot): Slot[] => {
    const planned = shots[shot]
    if (!planned) return []
    const { frames, spoken } = framesOf(linesOf(shot, planned, measured), planned.seconds)
    const slot = { shot, starts: toSeconds(frame), seconds: toSeconds(frames), spoken: Math.round(spoken * 1_000) / 1_000 }
    frame += frames
    return [slot]
  })
  return { seconds: toSeconds(frame), slots }
}
