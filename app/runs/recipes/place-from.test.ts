import { expect, test } from 'vitest'
import { promptOf } from '#app/contract/recipes/place-values.ts'
import { placeFrom } from './place-from.ts'

const mark = (text: string, words: string, names: string[] = []) => {
  const from = text.indexOf(words)
  return placeFrom(text, { from, to: from + words.length, names })
}

test.each([
  ['A lake near Oslo in winter', 'Oslo', 'A lake near {{Oslo}} in winter'],
  ['A lake near Oslo in winter', ' Oslo ', 'A lake near {{Oslo}} in winter'],
  ['Oslo or Oslo', 'Oslo', '{{Oslo}} or Oslo'],
])('the words marked in %j become a place that makes the same prompt', (text, words, expected) => {
  const made = mark(text, words)
  expect(made?.text).toBe(expected)
  expect(made && promptOf({ text: made.text, places: [made.place] }, {})).toBe(text)
})

test('a second place of the same words has another name', () => {
  expect(mark('{{Oslo}} or Oslo 1', 'Oslo 1')?.place.name).toBe('Oslo 1')
  expect(placeFrom('{{Oslo}} or Oslo', { from: 12, to: 16, names: ['Oslo'] })).toMatchObject({
    text: '{{Oslo}} or {{Oslo 2}}',
    place: { name: 'Oslo 2', default: 'Oslo' },
  })
})

test('many words are filled in whole, under a short name', () => {
  const words = 'a long sentence about mountains and rivers\nand the sea behind them'
  expect(mark(words, words)?.place).toEqual({ type: 'text', name: 'a long sentence about mountains and…', default: words })
})

test.each(['', '  ', '{{Oslo}}', 'n {{Os'])('%j is not made a place', (words) => {
  expect(mark('A lake in {{Oslo}}  ', words)).toBeNull()
})
