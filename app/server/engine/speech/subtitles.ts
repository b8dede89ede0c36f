import type { SpokenWord } from './parts.ts'

/** One or two lines on the screen for a while. */
export type Cue = { startMs: number; endMs: number; lines: string[] }

const maxLineLength = 42
const maxLines = 2
const minCueMs = 900
/** A cue stays a moment after its last word, if nothing else comes. */
const lingerMs = 350
const maxCueMs = 6_500

/** Groups words to cues: never across sentences, at most two lines, broken after punctuation where that leaves neither part tiny. */
export function cuesOf(words: SpokenWord[]): Cue[] {
  const groups: SpokenWord[][] = []
  for (const sentence of bySentence(words)) groups.push(...splitSentence(sentence))
  const cues = groups.map((group): Cue => {
    const text = group.map((word) => word.text).join(' ')
    return { startMs: group[0]?.startMs ?? 0, endMs: group.at(-1)?.endMs ?? 0, lines: breakLines(text) }
  })
  cues.forEach((cue, index) => {
    const next = cues[index + 1]?.startMs ?? Infinity
    cue.endMs = Math.max(cue.startMs + 1, Math.min(next, Math.max(cue.endMs + lingerMs, cue.startMs + minCueMs)))
  })
  return cues
}

function bySentence(words: SpokenWord[]): SpokenWord[][] {
  const sentences: SpokenWord[][] = []
  for (const word of words) {
    const last = sentences.at(-1)
    if (last?.[0]?.sentence === word.sentence) last.push(word)
    else sentences.push([word])
  }
  return sentences
}

const lengthOf = (words: SpokenWord[]) => words.reduce((sum, word) => sum + word.text.length + 1, -1)
const durationOf = (words: SpokenWord[]) => (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)

function splitSentence(words: SpokenWord[]): SpokenWord[][] {
  const fits = breakLines(words.map((word) => word.text).join(' ')).length <= maxLines && durationOf(words) <= maxCueMs
  if (fits || words.length < 2) return [words]
  const total = lengthOf(words)
  let best = 1
  let bestScore = -Infinity
  for (let at = 1; at < words.length; at += 1) {
    const share = lengthOf(words.slice(0, at)) / total
    const before = words[at - 1]?.text ?? ''
    const score = -Math.abs(share - 0.5) + (/[,;:—–)]$/u.test(before) ? 0.25 : 0) - (/^\p{L}{1,2}$/u.test(before) ? 0.1 : 0)
    if (score > bestScore) {
      best = at
      bestScore = score
    }
  }
  return [...splitSentence(words.slice(0, best)), ...splitSentence(words.slice(best))]
}

/** Lines of about equal length, cut at spaces; a single long word stays whole. */
function breakLines(text: string): string[] {
  if (text.length <= maxLineLength) return [text]
  const count = Math.ceil(text.length / maxLineLength)
  const wanted = Math.max(text.length / count, maxLineLength * 0.6)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && (longer.length > maxLineLength || line.length >= wanted)) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function stamp(ms: number, separator: ',' | '.'): string {
  const part = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0')
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}${separator}${part(ms % 1000, 3)}`
}

/** An SRT or WebVTT file. */
export function writeSubtitles(words: SpokenWord[], format: 'srt' | 'webvtt'): string {
  const isSrt = format === 'srt'
  const separator = isSrt ? ',' : '.'
  // In WebVTT these begin a tag and an entity, and an arrow ends a cue.
  const escape = (line: string) => (isSrt ? line : line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  const cues = cuesOf(words).map(
    (cue, index) =>
      `${isSrt ? `${index + 1}\n` : ''}${stamp(cue.startMs, separator)} --> ${stamp(cue.endMs, separator)}\n${cue.lines.map(escape).join('\n')}\n`,
  )
  return `${isSrt ? '' : 'WEBVTT\n\n'}${cues.join('\n')}`
}
