import { expect, test } from 'vitest'
import { playingMark, titleWith } from './page-progress.ts'
import { plainTitle } from '../../shell/chrome/plain-title.ts'

test('the title says how far things are, once, and is the page’s own again afterwards', () => {
  const title = 'Image · Quartet'
  expect(titleWith(title, '42%')).toBe('42% · Image · Quartet')
  expect(titleWith(titleWith(title, '42%'), '43%')).toBe('43% · Image · Quartet')
  // The Russian percentage has a no-break space.
  expect(titleWith(titleWith(title, '42\u00A0%'), '100\u00A0%')).toBe('100\u00A0% · Image · Quartet')
  expect(plainTitle(titleWith(title, '42\u00A0%'))).toBe(title)
  expect(titleWith(title, null)).toBe(title)
})

test('a title that begins with a number of its own is left alone', () => {
  expect(plainTitle('100 tokens · Quartet')).toBe('100 tokens · Quartet')
})

test('the icon is an image of four bars that move, and turn solid one by one', () => {
  const svg = (progress: number | null, beat: number) => decodeURIComponent(playingMark(progress, beat))
  expect(svg(null, 0)).not.toBe(svg(null, 1))
  const pale = (progress: number | null) => svg(progress, 0).split('opacity').length - 1
  expect([pale(0), pale(0.25), pale(0.5), pale(1), pale(null)]).toEqual([4, 3, 2, 0, 0])
})
