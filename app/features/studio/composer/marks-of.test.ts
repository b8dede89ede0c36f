import { expect, test } from 'vitest'
import type { Term } from '#app/contract/runs/generations.ts'
import { marksOf } from './marks-of.ts'

const drawn = (text: string): Term => ({ text, role: 'shown' })
const shown = (prompt: string, terms: Term[]) => marksOf(prompt, terms).map(({ text, role }) => (role ? `[${text}]` : text))

test('the marks add up to the prompt', () => {
  const prompt = '  A cat, a category and a cat\n'
  expect(
    marksOf(prompt, [drawn('cat'), drawn('cat')])
      .map(({ text }) => text)
      .join(''),
  ).toBe(prompt)
  expect(shown(prompt, [drawn('cat'), drawn('cat')])).toEqual(['  A ', '[cat]', ', a category and a ', '[cat]', '\n'])
})

test('terms of an earlier text that are gone are left out', () => {
  expect(shown('a dog on a lake', [drawn('cat'), drawn('lake')])).toEqual(['a dog on a ', '[lake]'])
})

test('letters of any language end a word', () => {
  expect(shown('котёл и кот', [drawn('кот')])).toEqual(['котёл и ', '[кот]'])
})

test('a prompt without terms is one piece, and an empty one is none', () => {
  expect(marksOf('a lake', [])).toEqual([{ text: 'a lake', role: null }])
  expect(marksOf('', [drawn('cat')])).toEqual([])
})
