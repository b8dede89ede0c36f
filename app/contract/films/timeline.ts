import type { FilmDocument, Shot } from './film-document.ts'

/** Frames per second. Times are whole frames, so that plans, previews and files agree. */
export const fps = 24

/** The length of a shot without words that asks for none, in seconds. */
const usualSeconds = 4
/** Silence before, between and after the words of a shot, in seconds. */
const pause = { before: 0.3, between: 0.25, after: 0.5 }
/** Characters that a voice says in a second, in both languages. */
const pace = 14

export type Slot = {
  shot: string
  starts: number
  seconds: number
  /** The part of it that is spoken. */
  spoken: number
}

const inFrames = (seconds: number): number => Math.ceil(Number((seconds * fps).toFixed(3)))

const spokenSeconds = (text: string): number => text.length / pace

/** The frames of a shot: words are never cut, so it is at least as long as they are. */
function framesOf({ words, seconds }: Shot): { frames: number; spoken: number } {
  const spoken = words.reduce((sum, { text }) => sum + spokenSeconds(text), 0)
  const speech = words.length > 0 ? pause.before + spoken + pause.between * (words.length - 1) + pause.after : 0
  return { frames: inFrames(Math.max(seconds ?? (words.length > 0 ? 0 : usualSeconds), speech)), spoken }
}

const toSeconds = (frames: number): number => Math.round((frames / fps) * 1_000) / 1_000

/** Returns when each shot of a film starts and how long it is, before anything is made. */
export function timelineOf({ order, shots }: Pick<FilmDocument, 'order' | 'shots'>): { seconds: number; slots: Slot[] } {
  let frame = 0
  const slots = order.flatMap((shot): Slot[] => {
    const planned = shots[shot]
    if (!planned) return []
    const { frames, spoken } = framesOf(planned)
    const slot = { shot, starts: toSeconds(frame), seconds: toSeconds(frames), spoken: Math.round(spoken * 1_000) / 1_000 }
    frame += frames
    return [slot]
  })
  return { seconds: toSeconds(frame), slots }
}
