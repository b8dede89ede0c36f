/** A spoken word, with what is written right before and after it. */
export type SpokenWord = { text: string; startMs: number; endMs: number; sentence: number }

/** What is to be read at one time. */
export type Cue = { startMs: number; endMs: number; lines: string[] }

export type CueOptions = {
  /** Whether a line has room for these words. */
  fits(line: string): boolean
  /** How long the film is. */
  endMs: number
}

const maxLines = 2
/** Longer than it is spoken, for who reads more slowly. */
const lingerMs = 600
/** Shows a word together with its first sound. */
const leadMs = 60
/** Between two cues that follow closely nothing flickers. */
const bridgedGapMs = 700
/** A sentence shorter than this shares its cue with the next. */
const briefMs = 1_100

/** Cuts speech into cues of at most two lines, where the sense allows a cut, each shown while it is spoken. */
export function cuesOf(words: readonly SpokenWord[], { fits, endMs }: CueOptions): Cue[] {
  const groups = joinBrief(sentencesOf(words).flatMap((sentence) => cut(sentence, fits)))
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
      const isBrief = before && (before.at(-1)?.endMs ?? 0) - (before[0]?.startMs ?? 0) < briefMs
      const both = isBrief ? [...before, ...part] : []
      if (before && isBrief && linesNeeded(both, fits) <= maxLines) joined[joined.length - 1] = both
      else joined.push(part)
    }
    return joined
  }
}

/** A WebVTT file of the same cues. */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines }, index) => {
    const text = lines.join('\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `${index + 1}\n${stamp(startMs)} --> ${stamp(endMs)}\n${text}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`
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

const textOf = (words: readonly SpokenWord[]) => words.map(({ text }) => text).join(' ')

/** How many lines words take when each line is filled. */
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

/** How bad it is to cut after a word: least after a stop, worst after a word that leans on the next. */
function cutCost(word: SpokenWord): number {
  if (/[.!?…:;]["»”)]*$/u.test(word.text)) return 0
  if (/[,–—]["»”)]*$/u.test(word.text)) return 0.12
  if (/^[\p{L}'’]{1,3}$/u.test(word.text)) return 1
  return 0.45
}

/** Cuts a sentence into as few cues as hold it, as even as the sense allows. */
function cut(sentence: SpokenWord[], fits: CueOptions['fits']): SpokenWord[][] {
  const least = leastCues()
  if (least === 1) return [sentence]
  const even = textOf(sentence).length / least
  // The best way to cut the words from each position on; found from the end.
  const best: { cost: number; next: number }[] = Array.from({ length: sentence.length + 1 }, () => ({ cost: Infinity, next: 0 }))
  best[sentence.length] = { cost: 0, next: 0 }
  for (let from = sentence.length - 1; from >= 0; from -= 1) {
    for (let to = from + 1; to <= sentence.length; to += 1) {
      const part = sentence.slice(from, to)
      const last = part.at(-1)
      if (!last || (part.length > 1 && linesNeeded(part, fits) > maxLines)) break
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
    return Math.max(1, Math.ceil(linesNeeded(sentence, fits) / maxLines))
  }
}

/** One line where it fits; else two of about the same length. */
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
