import { expect, test } from 'vitest'
import { diffWords } from './diff-words.ts'

const [before, after] = ['a fox in the snow', 'a red fox running in deep snow']
const textOf = (without: string) =>
  diffWords(before, after)
    .filter(({ is }) => is !== without)
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

test('each side contains its own words only', () => {
  expect(textOf('added')).toBe(before)
  expect(textOf('removed')).toBe(after)
})

test('kept, added and removed words are distinguished', () => {
  expect(diffWords('лиса в снегу', 'рыжая лиса в снегу')).toEqual([
    { is: 'added', text: 'рыжая ' },
    { is: 'same', text: 'лиса в снегу' },
  ])
})

test('a text compared with nothing is all new, and one compared with itself is all kept', () => {
  expect(diffWords('', 'a fox')).toEqual([{ is: 'added', text: 'a fox' }])
  expect(diffWords('a fox', 'a fox')).toEqual([{ is: 'same', text: 'a fox' }])
})

test('texts too long to compare are shown one after the other, at once', () => {
  const [long, longer] = ['word '.repeat(2_000), 'other '.repeat(2_000)]
  expect(diffWords(long, longer).map(({ is }) => is)).toEqual(['removed', 'added'])
})
