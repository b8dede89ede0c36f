/** A film's part of the joined one, in seconds. */
export type Part = { start: number; end: number }

export type Timeline = { parts: Part[]; fade: number; seconds: number }

/** Places films one after the other. A cross-fade takes its time from both, at most half of the shorter one. */
export function timelineOf(lengths: readonly number[], wanted: number): Timeline {
  const fade = lengths.length > 1 ? Math.min(wanted, ...lengths.map((length) => length / 2)) : 0
  let start = 0
  const parts = lengths.map((length) => {
    const part = { start, end: start + length }
    start += length - fade
    return part
  })
  return { parts, fade, seconds: parts.at(-1)?.end ?? 0 }
}

/** Returns the share of a film at a moment, 0..1: it rises during the fade at its start. The film before it keeps the rest. */
export function shareAt({ parts, fade }: Timeline, index: number, moment: number): number {
  const part = parts[index]
  if (!part || index === 0 || fade === 0) return 1
  return Math.min(1, Math.max(0, (moment - part.start) / fade))
}
