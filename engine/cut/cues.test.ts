import { describe, expect, test } from 'vitest'
import type { Cut } from '../protocol/cut.ts'
import { captionsOf, type Heard } from './cues.ts'

const shot = (starts: number, frames: number): Cut['shots'][number] => ({
  id: `at${starts}`,
  starts,
  frames,
  transition: { kind: 'cut', frames: 0 },
  place: '',
  light: null,
  framing: 'wide',
  camera: 'still',
  action: '',
  figures: [],
  source: { kind: 'card' },
})

/** A line without known times, at 24 frames a second. */
const line = (index: number, starts: number, seconds: number, text: string): Heard => ({ shot: index, starts, seconds, text, words: [] })

const captions = (lines: Heard[], language: 'en' | 'ru' = 'en') =>
  captionsOf({ lines, shots: [shot(0, 240), shot(240, 240)], frames: 480, framesPerSecond: 24, language })

describe('captions of a film', () => {
  test.each([
    ['en', 42, 'The keeper of the lighthouse had been waiting for this letter for such a long time that he no longer believed in it. '],
    ['ru', 39, 'Смотритель маяка так давно ждал этого письма, что уже совсем перестал в него верить и почти забыл о нём. '],
  ] as const)('captions in %s have at most two lines of %i characters and stay at most seven seconds', (language, most, text) => {
    const found = captions([line(0, 7, 9, text.repeat(2))], language)
    expect(found.length).toBeGreaterThan(2)
    for (const { lines, startMs, endMs } of found) {
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(most)
      expect(endMs - startMs).toBeLessThanOrEqual(7_000)
    }
  })

  test('no caption crosses the end of its shot, overlaps the next, or outlasts the film', () => {
    const found = captions([line(0, 200, 1.6, 'It is far too late.'), line(1, 247, 2, 'Yes, it is.'), line(1, 460, 0.8, 'Go.')])
    expect(found.map(({ lines }) => lines.join(' '))).toEqual(['It is far too late.', 'Yes, it is.', 'Go.'])
    expect(found[0]?.endMs).toBeLessThanOrEqual(10_000)
    expect(found[1]?.startMs).toBeGreaterThanOrEqual(10_000)
    expect(found[2]?.endMs).toBeLessThanOrEqual(20_000)
    // Even one that is too short to be read ends with its shot.
    expect(captions([line(0, 229, 0.1, 'No.')])[0]?.endMs).toBeLessThanOrEqual(10_000)
    for (const [index, { endMs }] of found.entries()) expect(endMs).toBeLessThanOrEqual(found[index + 1]?.startMs ?? Infinity)
  })

  test('a single word stays long enough to be read', () => {
    const [cue] = captions([line(0, 24, 0.1, 'No.')])
    expect((cue?.endMs ?? 0) - (cue?.startMs ?? 0)).toBeGreaterThanOrEqual(833)
  })

  test('known times decide, and guessed ones stay within their own line', () => {
    const words = [{ text: 'Late.', startMs: 1_500, endMs: 2_000, sentence: 0 }]
    expect(captions([{ ...line(0, 24, 2, 'Late.'), words }])[0]?.startMs).toBe(2_440)
    const [first, second] = captions([line(0, 24, 2, 'One two three.'), line(0, 120, 2, 'Four five six.')])
    expect(first?.startMs).toBe(940)
    expect(second?.startMs).toBe(4_940)
  })
})
