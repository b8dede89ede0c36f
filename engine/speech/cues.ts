import type { SpokenWord } from './parts.ts'

/** One or two lines shown for a while. */
export type Cue = { startMs: number; endMs: number; lines: string[] }

export type CueOptions = {
  /** Returns whether words fit into one line. */
  fits(line: string): boolean
  /** Length of the film or sound, in milliseconds. */
  endMs: number
  /** Longest time that the words of one cue may take; unlimited by default. */
  longestMs?: number
}

/** Characters in a line of a subtitle file; players wrap longer ones. */
const fileLineLength = 42
const maxLines = 2
/** A cue stays visible this long after its last word, for slow readers. */
const lingerMs = 600
/** A cue appears this long before its first sound. */
const leadMs = 60
/** Shorter gaps between cues are closed, which avoids flicker. */
const bridgedGapMs = 700
/** A sentence shorter than this shares its cue with the next. */
const briefMs = 1_100

/** Cuts speech into cues of at most two lines at natural breaks; each cue is shown while its words are spoken. */
export function cuesOf(words: readonly SpokenWord[], { fits, endMs, longestMs = Infinity }: CueOptions): Cue[] {
  const groups = joinBrief(sentencesOf(words).flatMap((sentence) => cut(sentence, fits, longestMs)))
  return groups.map((group, index) => {
    const spokenUntil = group.at(-1)?.endMs ?? 0
    const next = groups[index + 1]?.[0]?.startMs
    const nextStart = next === undefined ? endMs : next - leadMs
    const until = nextStart - spokenUntil < bridgedGapMs ? nextStart : spokenUntil + lingerMs
    return {
      startMs: Math.max(0, Math.round((group[0]?.startMs ?? 0) - leadMs)),
      endMs: Math.min(endMs, Math.round(until)),
      lines: linesOf(group, fits),
    }
  })

  function joinBrief(parts: SpokenWord[][]): SpokenWord[][] {
    const joined: SpokenWord[][] = []
    for (const part of parts) {
      const before = joined.at(-1)
      const isBrief = before && durationOf(before) < briefMs
      const both = isBrief ? [...before, ...part] : []
      if (before && isBrief && linesNeeded(both, fits) <= maxLines && durationOf(both) <= longestMs) joined[joined.length - 1] = both
      else joined.push(part)
    }
    return joined
  }
}

/** Whether words fit into a line of a subtitle file. */
export const fitsFile = (line: string): boolean => line.length <= fileLineLength

export type SubtitleFormat = 'srt' | 'webvtt'
export const subtitleTypes: Record<SubtitleFormat, string> = { srt: 'application/x-subrip', webvtt: 'text/vtt' }

/** The text of a subtitle file. */
export function formatSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
  const separator = format === 'srt' ? ',' : '.'
  // In WebVTT, `<` and `&` start a tag and an entity, and an arrow ends a cue.
  const escape = (text: string) => (format === 'srt' ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  const blocks = cues.map(
    ({ startMs, endMs, lines }, index) =>
      `${index + 1}\n${stamp(startMs, separator)} --> ${stamp(endMs, separator)}\n${escape(lines.join('\n'))}\n`,
  )
  return [...(format === 'webvtt' ? ['WEBVTT\n'] : []), ...blocks].join('\n')
}

function stamp(ms: number, separator: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}${separator}${String(ms % 1_000).padStart(3, '0')}`
}

function sentencesOf(words: readonly SpokenWord[]): SpokenWord[][] {
  const sentences: SpokenWord[][] = []
  for (const word of words) {
    const current = sentences.at(-1)
    if (current && current[0]?.sentence === word.sentence) current.push(word)
    else sentences.push([word])
  }
  return sentences
}

const durationOf = (words: readonly SpokenWord[]) => (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)
const textOf = (words: readonly SpokenWord[]) => words.map(({ text }) => text).join(' ')

/** Number of lines that words need if each line is filled. */
function linesNeeded(words: readonly SpokenWord[], fits: CueOptions['fits']): number {
  let lines = 1
  let line = ''
  for (const { text } of words) {
    const longer = line ? `${line} ${text}` : text
    if (line && !fits(longer)) {
      lines += 1
      line = text
    } else line = longer
  }
  return lines
}

/** The penalty of a cut after a word: lowest after a full stop, highest after a word that belongs to the next one. */
function cutCost(word: SpokenWord): number {
  if (/[.!?…:;]["»”)]*$/u.test(word.text)) return 0
  if (/[,–—]["»”)]*$/u.test(word.text)) return 0.12
  if (/^[\p{L}'’]{1,3}$/u.test(word.text)) return 1
  return 0.45
}

/** Cuts a sentence into the fewest possible cues of similar length, at natural breaks. */
function cut(sentence: SpokenWord[], fits: CueOptions['fits'], longestMs: number): SpokenWord[][] {
  const least = leastCues()
  if (least === 1) return [sentence]
  const even = textOf(sentence).length / least
  // The best cuts for the words from each position on, computed from the end.
  const best: { cost: number; next: number }[] = Array.from({ length: sentence.length + 1 }, () => ({ cost: Infinity, next: 0 }))
  best[sentence.length] = { cost: 0, next: 0 }
  for (let from = sentence.length - 1; from >= 0; from -= 1) {
    for (let to = from + 1; to <= sentence.length; to += 1) {
      const part = sentence.slice(from, to)
      const last = part.at(-1)
      if (!last || (part.length > 1 && (linesNeeded(part, fits) > maxLines || durationOf(part) > longestMs))) break
      const uneven = (textOf(part).length / even - 1) ** 2
      const cost = 0.35 + uneven + (to === sentence.length ? 0 : cutCost(last)) + (best[to]?.cost ?? Infinity)
      if (cost < (best[from]?.cost ?? Infinity)) best[from] = { cost, next: to }
    }
  }
  const parts: SpokenWord[][] = []
  for (let from = 0; from < sentence.length;) {
    const to = Math.max(from + 1, best[from]?.next ?? sentence.length)
    parts.push(sentence.slice(from, to))
    from = to
  }
  return parts

  function leastCues(): number {
    return Math.max(1, Math.ceil(linesNeeded(sentence, fits) / maxLines), Math.ceil(durationOf(sentence) / longestMs))
  }
}

/** Uses one line if the words fit, otherwise two of similar length. */
function linesOf(words: SpokenWord[], fits: CueOptions['fits']): string[] {
  const whole = textOf(words)
  if (fits(whole) || words.length < 2) return [whole]
  let best = { cost: Infinity, at: 1 }
  for (let at = 1; at < words.length; at += 1) {
    const upper = textOf(words.slice(0, at))
    const lower = textOf(words.slice(at))
    const last = words[at - 1]
    if (!last) continue
    const overfull = (fits(upper) ? 0 : 10) + (fits(lower) ? 0 : 10)
    const uneven = Math.abs(lower.length - upper.length) / whole.length
    const cost = overfull + uneven + 0.8 * cutCost(last)
    if (cost < best.cost) best = { cost, at }
  }
  return [textOf(words.slice(0, best.at)), textOf(words.slice(best.at))]
}
