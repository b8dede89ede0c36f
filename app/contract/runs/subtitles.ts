import type { Segment, Transcript } from './transcripts.ts'

/** Longest line of a subtitle, in characters, and lines of one. */
export const longestLine = 42
const mostLines = 2
/** Shortest time that a subtitle is shown, in milliseconds, if the next one allows it. */
const shortestMs = 700

/** Names a speaker by number. */
export type SpeakerName = (speaker: number) => string

type Cue = { start: number; end: number; lines: string[]; speaker: number | undefined }

/** SubRip: numbered cues with a comma before the milliseconds. A change of speaker is named in the text. */
export function toSrt(segments: readonly Segment[], nameOf: SpeakerName): string {
  const cues = toCues(segments, nameOf)
  return cues
    .map(({ start, end, lines }, index) => {
      // Parsers take an arrow for the line of times.
      const text = lines.map((line) => line.replaceAll('-->', '->')).join('\n')
      return `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`
    })
    .join('\n')
}

/** WebVTT: escaped text, speakers as voices. */
export function toVtt(segments: readonly Segment[], nameOf: SpeakerName): string {
  const cues = toCues(segments).map(({ start, end, lines, speaker }) => {
    const text = lines.map(escape).join('\n')
    const voice = speaker === undefined ? '' : `<v ${escape(nameOf(speaker))}>`
    return `${clock(start, '.')} --> ${clock(end, '.')}\n${voice}${text}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** Plain text: a paragraph for each turn of a speaker, or the text as it is. */
export function toPlain({ text, segments }: Pick<Transcript, 'text' | 'segments'>, nameOf: SpeakerName): string {
  if (segments.every(({ speaker }) => speaker === undefined)) return `${text}\n`
  return turnsOf(segments)
    .map(({ speaker, text: said }) => (speaker === undefined ? said : `${nameOf(speaker)}: ${said}`))
    .map((paragraph) => `${paragraph}\n`)
    .join('\n')
}

function turnsOf(segments: readonly Segment[]): { speaker: number | undefined; text: string }[] {
  const turns: { speaker: number | undefined; text: string }[] = []
  for (const { speaker, text } of segments) {
    const last = turns.at(-1)
    if (last && last.speaker === speaker) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `hh:mm:ss.mmm`; hours may have more digits. */
function clock(ms: number, separator: ',' | '.'): string {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const seconds = Math.floor(ms / 1_000)
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${separator}${pad(ms % 1_000, 3)}`
}

/** Divides segments into cues of at most two lines. The time of a segment is divided by the length of the text. */
function toCues(segments: readonly Segment[], named?: SpeakerName): Cue[] {
  return segments.flatMap((segment, index) => {
    const { speaker, start_ms: start } = segment
    const next = segments[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY
    // A cue must end after it starts.
    const end = Math.max(segment.end_ms, Math.min(start + shortestMs, next), start + 1)
    const isNew = speaker !== undefined && speaker !== segments[index - 1]?.speaker
    const text = named && isNew ? `${named(speaker)}: ${segment.text}` : segment.text
    const groups = chunk(wrap(text.replaceAll(/\s+/g, ' ').trim()))
    const total = groups.reduce((sum, lines) => sum + lines.join(' ').length, 0)
    let before = 0
    return groups.map((lines): Cue => {
      const from = start + Math.round(((end - start) * before) / total)
      before += lines.join(' ').length
      const to = start + Math.round(((end - start) * before) / total)
      return { start: from, end: Math.max(to, from + 1), lines: balance(lines), speaker }
    })
  })
}

/** Fills lines with whole words. A word longer than a line, or a text without spaces, is divided. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(divide)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= longestLine) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function divide(word: string): string[] {
  if (word.length <= longestLine) return [word]
  const parts = ['']
  for (const character of word) {
    const last = parts.length - 1
    if ((parts[last] ?? '').length + character.length > longestLine) parts.push(character)
    else parts[last] = `${parts[last] ?? ''}${character}`
  }
  return parts
}

const chunk = (lines: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(lines.length / mostLines) }, (_, at) => lines.slice(at * mostLines, (at + 1) * mostLines))

/** Makes two lines about as long as each other. */
function balance(lines: readonly string[]): string[] {
  if (lines.length < mostLines) return [...lines]
  const text = lines.join(' ')
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const fitting = spaces.filter((at) => at <= longestLine && text.length - at - 1 <= longestLine)
  const [middle] = fitting.toSorted((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2))
  return middle === undefined ? [...lines] : [text.slice(0, middle), text.slice(middle + 1)]
}
