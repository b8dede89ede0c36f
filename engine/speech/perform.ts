import type { Performer } from './cast.ts'
import type { Mark, Piece, Reading, Sentence } from './reading.ts'
import type { Speaker } from './speaker.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'

export type Manner = {
  /** Voices by the language of the part. */
  performers: { en: Performer; ru: Performer }
  /** Factors; 1 is the voice's usual value. */
  speed: number
  pitch: number
  pauses: number
}

/** A word as written, with sample positions at the speaker's rate, counted from the start of the part. */
export type TimedWord = {
  text: string
  /** Whether the word continues one of the previous part, as in «USB-кабель». */ isGlued: boolean
  from: number
  to: number
}

export type Part = {
  /** The sound of the sentence, or of a part of it, and the pause after it. */
  samples: Float32Array<ArrayBuffer>
  language: SpeechLanguage
  words: TimedWord[]
  sentence: number
  /** Share of the text that is spoken at the end of the part, 0..1. */
  progress: number
}

/** Characters spoken between two checks of the cancel flag: about 30 ms of work. */
const maxUtteranceLength = 160
/** Seconds of silence at normal speed. */
const pauseAfter: Record<Mark, number> = { '': 0.03, ',': 0.19, '–': 0.24, '(': 0.2, ';': 0.34, ':': 0.32 }
const pauseBefore: Record<Sentence['follows'], number> = { sentence: 0.46, line: 0.56, paragraph: 0.85 }
/** Pause when the speaker changes in mid-sentence. */
const handover = 0.05
/** Steps of the synthesizer's pitch by which each sentence is lower than the one before; a paragraph resets it. */
const sinkPerSentence = 1.1
const deepestSink = 4
/** The tail of the last sound reaches this far into a pause. */
const tailSeconds = 0.02

type Utterance = { pieces: Piece[]; isLast: boolean }

/** Speaks a reading part by part. */
export function* perform(reading: Reading, speaker: Speaker, manner: Manner): Generator<Part> {
  let position = 0
  for (const [index, sentence] of reading.sentences.entries()) {
    for (const utterance of utterancesOf(sentence)) {
      const { samples, spans } = sayUtterance(utterance, sentence, { speaker, manner, position })
      const last = utterance.pieces.at(-1)
      yield {
        samples,
        language: languageOf(utterance),
        words: writtenWords(reading.text, sentence, utterance, spans),
        sentence: index,
        progress: (last?.end ?? sentence.end) / Math.max(1, reading.text.length),
      }
    }
    position = sentence.follows === 'sentence' ? position + 1 : 0
  }
}

/** Cuts a sentence wherever the language changes, and a long one also after a comma or a word. */
function utterancesOf(sentence: Sentence): Utterance[] {
  const utterances: Utterance[] = []
  let pieces: Piece[] = []
  let length = 0
  const finish = () => {
    if (pieces.length > 0) utterances.push({ pieces, isLast: false })
    pieces = []
    length = 0
  }
  for (const piece of sentence.pieces) {
    const [first] = pieces
    if (first && first.language !== piece.language) finish()
    if (length + piece.said.length > maxUtteranceLength) finish()
    pieces.push(piece)
    length += piece.said.length + 1
    if (piece.after !== '' && length > maxUtteranceLength * 0.6) finish()
  }
  finish()
  const last = utterances.at(-1)
  if (last) last.isLast = true
  return utterances
}

const languageOf = ({ pieces }: Utterance): SpeechLanguage => pieces[0]?.language ?? 'en'

type Span = { from: number; to: number }

function sayUtterance(
  utterance: Utterance,
  sentence: Sentence,
  { speaker, manner, position }: { speaker: Speaker; manner: Manner; position: number },
): { samples: Float32Array<ArrayBuffer>; spans: Span[] } {
  const { pieces, isLast } = utterance
  const performer = manner.performers[languageOf(utterance)]
  const sink = Math.min(deepestSink, position * sinkPerSentence)
  speaker.use(performer, {
    wordsPerMinute: performer.wordsPerMinute * manner.speed,
    // The synthesizer's pitch is logarithmic: 50 steps are an octave.
    pitch: 50 + 50 * Math.log2(manner.pitch) - sink,
    range: performer.range - sink,
  })
  const { text, offsets } = spokenText(pieces, isLast ? sentence.close : ',')
  const said = speaker.say(text)
  const rate = speaker.sampleRate
  // Slow speech has longer pauses, but not in proportion.
  const stretch = manner.pauses / manner.speed ** 0.7
  const seconds = (mark: Mark) => pauseAfter[mark] * stretch

  // The start of each piece in the speech; pieces that the synthesizer merged share their time by length.
  const begins = offsets.map((offset, index) => {
    const next = offsets[index + 1] ?? Infinity
    return said.words.find((word) => word.offset >= offset && word.offset < next)?.sample
  })
  const starts = fillGaps(begins, pieces, said.samples.length)

  const trailing = said.pauses.at(-1)
  const hasTrailing = trailing !== undefined && trailing.to >= said.samples.length - rate * 0.03
  const speechEnd = hasTrailing ? trailing.from : said.samples.length
  const inner = said.pauses.filter(({ from }) => from < speechEnd)
  const lastPiece = pieces.at(-1)
  const closing = isLast
    ? pauseBefore[sentence.follows] * stretch
    : lastPiece && lastPiece.after !== ''
      ? seconds(lastPiece.after)
      : handover * stretch

  const cuts = inner.map((pause) => {
    const after = starts.findLastIndex((start) => start <= pause.from)
    const mark = pieces[after]?.after ?? ''
    const own = (pause.to - pause.from) / rate
    const wanted = mark === '' ? Math.min(own, 0.08) * manner.pauses : seconds(mark)
    return { ...pause, length: Math.round(wanted * rate) }
  })
  const total = speechEnd + Math.round(closing * rate) + cuts.reduce((sum, cut) => sum + cut.length - (cut.to - cut.from), 0)
  const samples = new Float32Array(Math.max(0, total))
  const tail = Math.round(tailSeconds * rate)
  let read = 0
  let written = 0
  const moved: { at: number; shift: number }[] = [{ at: 0, shift: 0 }]
  for (const cut of [...cuts, { from: speechEnd, to: said.samples.length, length: Math.round(closing * rate) }]) {
    samples.set(said.samples.subarray(read, cut.from), written)
    written += cut.from - read
    fadeTail(said.samples.subarray(cut.from, Math.min(cut.to, cut.from + tail)), samples.subarray(written, written + cut.length))
    written += cut.length
    read = cut.to
    moved.push({ at: cut.to, shift: written - cut.to })
  }
  const shiftAt = (sample: number) => sample + (moved.findLast(({ at }) => at <= sample)?.shift ?? 0)
  const spans = starts.map((start, index) => {
    const next = starts[index + 1] ?? speechEnd
    const silence = cuts.find(({ from, to }) => from > start && from <= next && to >= next)
    return { from: shiftAt(start), to: Math.max(shiftAt(start) + 1, shiftAt(Math.min(silence?.from ?? next, speechEnd) - 1) + 1) }
  })
  return { samples, spans }
}

function fadeTail(tail: Float32Array, into: Float32Array): void {
  const length = Math.min(tail.length, into.length)
  for (let index = 0; index < length; index += 1) into[index] = (tail[index] ?? 0) * (1 - index / length)
}

/** The synthesizer's input, and the start of each piece in it. */
function spokenText(pieces: Piece[], close: string): { text: string; offsets: number[] } {
  let text = ''
  const offsets: number[] = []
  pieces.forEach((piece, index) => {
    offsets.push([...text].length)
    const isFinal = index === pieces.length - 1
    const mark = isFinal ? close : piece.after === '(' || piece.after === '–' ? ',' : piece.after
    // The synthesizer reads these characters as markup, even in plain text.
    text += `${piece.said.replaceAll(/[<>&]/g, ' ').replace(/(?<![\s,;:])[\s,;:]+$/u, '')}${mark}${isFinal ? '' : ' '}`
  })
  return { text, offsets }
}

function fillGaps(begins: (number | undefined)[], pieces: Piece[], end: number): number[] {
  const starts: number[] = []
  let index = 0
  while (index < begins.length) {
    const known = begins[index]
    if (known !== undefined) {
      starts.push(known)
      index += 1
      continue
    }
    const before = Math.max(0, index - 1)
    let after = index
    while (after < begins.length && begins[after] === undefined) after += 1
    const from = starts[before] ?? 0
    const to = begins[after] ?? end
    const lengths = pieces.slice(before, after).map((piece) => piece.said.length + 1)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    let passed = index === 0 ? 0 : (lengths[0] ?? 0)
    for (; index < after; index += 1) {
      starts.push(Math.round(from + ((to - from) * passed) / Math.max(1, total)))
      passed += lengths[index - before] ?? 0
    }
  }
  return starts
}

/** The words as written, each with the time of its spoken form. */
function writtenWords(text: string, sentence: Sentence, { pieces, isLast }: Utterance, spans: Span[]): TimedWord[] {
  const [firstPiece] = pieces
  const lastPiece = pieces.at(-1)
  if (!firstPiece || !lastPiece) return []
  const start = firstPiece === sentence.pieces[0] ? sentence.start : firstPiece.start
  const end = isLast ? sentence.end : (sentence.pieces[sentence.pieces.indexOf(lastPiece) + 1]?.start ?? sentence.end)
  const words: TimedWord[] = []
  for (const found of text.slice(start, end).matchAll(/\S+/gu)) {
    const from = start + found.index
    const to = from + found[0].length
    const touching = pieces.flatMap((piece, index) => {
      const span = spans[index]
      return span && piece.start < to && piece.end > from ? [{ piece, span }] : []
    })
    const first = touching[0]
    const last = touching.at(-1)
    const previous = words.at(-1)
    if (!first || !last) {
      // A dash or a bracket between words is shown with the word before it.
      if (previous) previous.text += ` ${found[0]}`
      continue
    }
    const isGlued = words.length === 0 && /\S/u.test(text[from - 1] ?? ' ')
    words.push({ text: found[0], isGlued, from: within(first, from), to: within(last, to) })
  }
  return words
}

/** The sample at which a character of a piece is spoken, assuming equal durations. */
function within({ piece, span }: { piece: Piece; span: Span }, at: number): number {
  const share = Math.max(0, Math.min(1, (at - piece.start) / Math.max(1, piece.end - piece.start)))
  return Math.round(span.from + (span.to - span.from) * share)
}
