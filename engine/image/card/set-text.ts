import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Typeface } from '../../media/typeface.ts'
import { typeface } from '../../media/typeface.ts'

export type Face = {
  family: Typeface
  weight: number
  /** Line height, in font sizes. */ leading: number
  /** Space between letters, in font sizes. */ tracking?: number
}
export type Fit = { width: number; height: number; largest: number; smallest: number; mostLines: number }
export type SetText = { lines: string[]; size: number; face: Face; height: number; width: number }

export const emptyText = (face: Face): SetText => ({ lines: [], size: 0, face, height: 0, width: 0 })

export function useFace(g: SKRSContext2D, { family, weight, tracking = 0 }: Face, size: number): void {
  g.font = `${size}px ${typeface(family)}`
  g.fontVariationSettings = `'wght' ${weight}`
  g.letterSpacing = `${(tracking * size).toFixed(2)}px`
  g.textBaseline = 'alphabetic'
}

/** How much smaller each attempt is. */
const step = 0.95

/**
 * Sets a text as large as it fits, in lines of even length. Words stay whole down to the smallest size; then long ones are hyphenated, and
 * after that the text shrinks further, so that nothing is ever cut off.
 */
export function fitText(g: SKRSContext2D, text: string, face: Face, fit: Fit): SetText {
  const words = wordsOf(text)
  if (words.length === 0) return emptyText(face)
  for (let size = fit.largest; size >= fit.smallest; size *= step) {
    const found = attempt(size, false)
    if (found) return found
  }
  for (let size = fit.smallest; ; size *= step) {
    const found = attempt(size, true)
    if (found || size < 4) return found ?? setAt(size, [text])
  }

  function attempt(size: number, hyphenates: boolean): SetText | null {
    useFace(g, face, size)
    const measure = (line: string) => g.measureText(line).width
    const units = hyphenates ? words.flatMap((word) => hyphenate(word, fit.width, measure)) : words
    const lines = breakLines(units, fit.width, measure)
    const mostLines = hyphenates ? Number.POSITIVE_INFINITY : fit.mostLines
    if (!lines || lines.length > mostLines || lines.length * size * face.leading > fit.height) return null
    return setAt(size, evenLines(units, lines, fit.width, measure))
  }

  function setAt(size: number, lines: string[]): SetText {
    useFace(g, face, size)
    return {
      lines,
      size,
      face,
      height: lines.length * size * face.leading,
      width: Math.max(...lines.map((line) => g.measureText(line).width)),
    }
  }
}

/** A word of one or two letters or a number, which no line ends with: it belongs to the next. */
const short = /^(?:\p{L}{1,2}|\d[\d.,]*)$/u

/** Words to break between; short ones hold on to the next, and a dash to the word before it. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  let held = ''
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const whole = held + word
    held = ''
    if (/^[–—-]$/.test(word) && words.length > 0) words.push(`${words.pop() ?? ''}\u00A0${word}`)
    else if (short.test(word)) held = `${whole}\u00A0`
    else words.push(whole)
  }
  if (held) words.push(held.trimEnd())
  return words
}

type Measure = (line: string) => number

/** Fills each line in turn; null if a word is wider than a line. A unit that ends with a soft hyphen joins the next one. */
function breakLines(units: readonly string[], width: number, measure: Measure): string[] | null {
  const lines: string[] = []
  let line = ''
  for (const unit of units) {
    const longer = line === '' ? unit : line.endsWith(softHyphen) ? line.slice(0, -1) + unit : `${line} ${unit}`
    if (measure(shownLine(longer)) <= width) line = longer
    else if (line === '') return null
    else {
      lines.push(shownLine(line))
      line = unit
      if (measure(shownLine(unit)) > width) return null
    }
  }
  return [...lines, shownLine(line)]
}

const softHyphen = '\u00AD'
const shownLine = (line: string) => (line.endsWith(softHyphen) ? `${line.slice(0, -1)}-` : line)

/** The narrowest column that has no more lines, so that the last line is not a single word. */
function evenLines(units: readonly string[], lines: string[], width: number, measure: Measure): string[] {
  let [even, low, high] = [lines, width * 0.4, width]
  for (let round = 0; round < 8; round += 1) {
    const middle = (low + high) / 2
    const tried = breakLines(units, middle, measure)
    if (tried && tried.length <= lines.length) {
      even = tried
      high = middle
    } else low = middle
  }
  return even
}

const vowel = /[aeiouyаеёиоуыэюя]/i

/** Divides a word that is wider than a line, between syllables if it has any, otherwise anywhere. */
export function hyphenate(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const letters = [...word]
  const fits = (end: number) => measure(`${letters.slice(0, end).join('')}-`) <= width
  let [end, tooFar] = [1, letters.length]
  while (tooFar - end > 1) {
    const middle = Math.floor((end + tooFar) / 2)
    if (fits(middle)) end = middle
    else tooFar = middle
  }
  const syllable = Array.from({ length: Math.max(0, end - 2) }, (_, index) => end - index).find((at) => isBreak(letters, at))
  const at = syllable ?? Math.max(1, end)
  return [letters.slice(0, at).join('') + softHyphen, ...hyphenate(letters.slice(at).join(''), width, measure)]
}

/** Whether a word may be divided here: a vowel on both sides, at least two letters before and three after, no sign torn from its letter. */
function isBreak(letters: readonly string[], at: number): boolean {
  const [before, after] = [letters.slice(0, at), letters.slice(at)]
  if (before.length < 2 || after.length < 3) return false
  if (!before.some((letter) => vowel.test(letter)) || !after.some((letter) => vowel.test(letter))) return false
  const [last = '', next = '', second = ''] = [before.at(-1), after[0], after[1]]
  return !/[йьъ]/i.test(next) && !vowel.test(next) && (vowel.test(last) || /[йьъ]/i.test(last) || vowel.test(second))
}

type Placed = { x: number; y: number; align: 'left' | 'center'; fill: string }

/** Draws a text from its upper edge and returns its lower edge. */
export function drawText(g: SKRSContext2D, set: SetText, { x, y, align, fill }: Placed): number {
  if (set.lines.length === 0) return y
  useFace(g, set.face, set.size)
  g.fillStyle = fill
  g.textAlign = align
  // A font's letters take about seven tenths of its size above the line; the rest of the leading is shared.
  const rise = set.size * (set.face.leading / 2 + 0.34)
  set.lines.forEach((line, index) => g.fillText(line, x, y + rise + index * set.size * set.face.leading))
  return y + set.height
}
