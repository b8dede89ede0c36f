import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captionFits } from '../film/captions.ts'
import { cuesOf, formatSubtitles } from './cues.ts'
import type { SpokenWord } from './parts.ts'

const lineLength = 42
const fits = (line: string) => line.length <= lineLength

/** Words timed as by a voice: a character takes 65 ms, the end of a sentence 300 ms. */
function say(text: string): SpokenWord[] {
  let at = 300
  let sentence = 0
  return text.split(/\s+/u).map((word) => {
    const spoken = { text: word, startMs: at, endMs: at + 60 + 65 * word.length, sentence }
    at = spoken.endMs + 20
    if (/[.!?]$/u.test(word)) {
      sentence += 1
      at += 300
    }
    return spoken
  })
}

const wordsOf = (text: string) => text.split(/\s+/u).filter((word) => word !== '')

describe('cues', () => {
  test('cues are cut where the sense allows, in both languages', () => {
    const english = say('Once upon a time a small boat sailed across the silent lake, and nobody on the shore knew where it was going.')
    expect(cuesOf(english, { fits, endMs: 15_000 }).map(({ lines }) => lines)).toEqual([
      ['Once upon a time a small boat', 'sailed across the silent lake,'],
      ['and nobody on the shore', 'knew where it was going.'],
    ])
    const russian = say('Жила-была маленькая лодка, и каждое утро она уходила в туман, а к вечеру возвращалась домой с рыбой.')
    const lines = cuesOf(russian, { fits, endMs: 15_000 }).flatMap((cue) => cue.lines)
    // A short function word never ends a line.
    for (const line of lines) expect(line).not.toMatch(/(?:^|\s)(?:и|в|а|к|с)$/u)
  })

  test('cues contain every word once, in order, in at most two lines that fit, without overlapping', () => {
    const word = fc.string({ unit: fc.constantFrom(...'абвгдежabcdefg,.!«»'), minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (list) => {
        const words = say(list.join(' '))
        const endMs = (words.at(-1)?.endMs ?? 0) + 500
        const cues = cuesOf(words, { fits, endMs })
        expect(cues.flatMap(({ lines }) => lines.flatMap(wordsOf))).toEqual(words.map(({ text }) => text))
        let before = 0
        for (const { startMs, endMs: until, lines } of cues) {
          expect(lines.length).toBeLessThanOrEqual(2)
          for (const line of lines) expect(fits(line)).toBe(true)
          expect(startMs).toBeGreaterThanOrEqual(before)
          expect(until).toBeGreaterThan(startMs)
          expect(until).toBeLessThanOrEqual(endMs)
          before = until
        }
      }),
      { numRuns: 300 },
    )
  })

  test('cues are shown while their words are spoken', () => {
    const words = say('The wind rose. The boat turned home over the dark water, and the first lights of the harbour were lit one by one.')
    const cues = cuesOf(words, { fits, endMs: 20_000 })
    for (const { text, startMs } of words) {
      const shown = cues.find((cue) => startMs >= cue.startMs && startMs < cue.endMs)
      expect(shown?.lines.join(' ')).toContain(text)
    }
  })

  test('cues fit the frame of every shape, with letters of both languages', () => {
    for (const size of [
      { width: 480, height: 854 },
      { width: 854, height: 480 },
      { width: 2520, height: 1080 },
    ]) {
      const fitsPicture = captionFits(size)
      expect(fitsPicture('Over the sea')).toBe(true)
      expect(fitsPicture('Над морем')).toBe(true)
      expect(fitsPicture('Над морем '.repeat(10))).toBe(false)
    }
  })
})

test('WebVTT has times to the millisecond and no markup in the text', () => {
  const cue = { startMs: 3_723_045, endMs: 3_724_000, lines: ['a < b & c', '-->'] }
  expect(formatSubtitles([cue], 'webvtt')).toBe('WEBVTT\n\n1\n01:02:03.045 --> 01:02:04.000\na &lt; b &amp; c\n--&gt;\n')
})
