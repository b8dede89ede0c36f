import type { Segment } from '#app/contract/runs/transcripts.ts'

/** A passage or a word as a service reports it, in seconds. */
export type Spoken = { start: number; end: number; text: string; speaker?: string | null | undefined }

/** Returns clean segments in order: whole milliseconds, no empty ones, speakers numbered as they first speak. */
export function toSegments(spoken: readonly Spoken[]): Segment[] {
  const speakers = new Map<string, number>()
  return spoken
    .flatMap(({ start, end, text, speaker }) => {
      const words = text.replaceAll('\0', '').trim()
      if (words === '' || !Number.isFinite(start)) return []
      const start_ms = Math.max(0, Math.round(start * 1_000))
      const end_ms = Math.max(start_ms, Number.isFinite(end) ? Math.round(end * 1_000) : start_ms)
      return [{ start_ms, end_ms, text: words, speaker }]
    })
    .toSorted((one, other) => one.start_ms - other.start_ms)
    .map(({ speaker, ...segment }) => ({ ...segment, ...(speaker != null && { speaker: numberOf(speaker) }) }))

  function numberOf(speaker: string): number {
    const known = speakers.get(speaker) ?? speakers.size + 1
    speakers.set(speaker, known)
    return known
  }
}

/** Seconds of silence that end a passage. */
const pause = 0.9
/** Longest passage, in seconds and in characters; it then ends with its sentence, or at a comma if that is far. */
const longest = { seconds: 7, characters: 84 }

const endsSentence = /[.?!…。？！]["'”’»)]*$/
const endsPhrase = /[,;:，、；：]$/

/** Joins words into passages, each by one speaker and about as long as a subtitle. The words contain their own spaces. */
export function joinWords(words: readonly Spoken[]): Spoken[] {
  const passages: Spoken[] = []
  let current: Spoken | undefined
  for (const word of words) {
    if (word.text.trim() === '') {
      if (current) current.text += word.text
      continue
    }
    if (current && isOver(current, word)) current = undefined
    if (current) {
      current.text += word.text
      current.end = word.end
    } else {
      current = { ...word }
      passages.push(current)
    }
  }
  return passages
}

function isOver(current: Spoken, next: Spoken): boolean {
  if (current.speaker !== next.speaker || next.start - current.end > pause) return true
  const text = current.text.trimEnd()
  if (endsSentence.test(text)) return true
  const isLong = next.end - current.start > longest.seconds || text.length + next.text.length > longest.characters
  return isLong && (endsPhrase.test(text) || text.length > longest.characters)
}
