import type { Cut, CutLine, CutWord } from '../protocol/cut.ts'
import { type Cue, cuesOf } from '../speech/cues.ts'

/** Characters in a line of a caption, as broadcasters limit them. */
const lineLengths = { en: 42, ru: 39 }
/** Milliseconds that a caption is shown. The words of one may take a little less, because it starts before them and stays after them. */
const shown = { least: 833, most: 7_000 }
const longestMs = 6_300

export type Heard = Pick<CutLine, 'text' | 'words' | 'shot' | 'starts'> & { /** Length of the line's sound. */ seconds: number }

type CaptionOptions = Pick<Cut, 'shots' | 'frames' | 'language'> & {
  lines: readonly Heard[]
  framesPerSecond: number
  /** A further limit for lines that are drawn into the picture. */
  fits?: (line: string) => boolean
}

/** Cuts the lines of a film into captions. None crosses the end of its shot, and none overlaps another. */
export function captionsOf({ lines, shots, frames, framesPerSecond, language, fits = () => true }: CaptionOptions): Cue[] {
  const ms = (frame: number) => Math.floor((frame / framesPerSecond) * 1_000)
  const isShort = (line: string) => line.length <= lineLengths[language] && fits(line)
  const cues = lines.flatMap((line) => {
    const shot = shots[line.shot]
    const endMs = ms(Math.min(frames, shot ? shot.starts + shot.frames : frames))
    const startMs = ms(line.starts)
    const words = (line.words.length > 0 ? line.words : guessWords(line, language)).map((word) => ({
      ...word,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    }))
    // A caption may start before its line, but not before its shot.
    const firstMs = shot ? ms(shot.starts) : 0
    return cuesOf(words, { fits: isShort, endMs, longestMs }).map((cue) => ({
      ...cue,
      startMs: Math.max(firstMs, cue.startMs),
      limitMs: endMs,
    }))
  })
  return cues.map(({ limitMs, ...cue }, index) => {
    const next = cues[index + 1]?.startMs ?? Infinity
    const latest = Math.min(limitMs, next, cue.startMs + shown.most)
    return { ...cue, endMs: Math.min(latest, Math.max(cue.endMs, cue.startMs + shown.least)) }
  })
}

/** Times for the words of a recording by their lengths. They stay within their own line, so that an error cannot travel. */
function guessWords({ text, seconds }: Heard, language: Cut['language']): CutWord[] {
  const sentences = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
  const words = sentences.flatMap((sentence, index) =>
    sentence
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({ text: word, sentence: index })),
  )
  const total = words.reduce((sum, word) => sum + word.text.length + 1, 0)
  let before = 0
  return words.map((word) => {
    const startMs = Math.round((before / total) * seconds * 1_000)
    before += word.text.length + 1
    return { ...word, startMs, endMs: Math.round((before / total) * seconds * 1_000) }
  })
}
