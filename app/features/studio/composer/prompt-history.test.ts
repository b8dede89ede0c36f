import { expect, test } from 'vitest'
import { atTyped, distinctPrompts, type HistoryStep, newerPrompt, olderPrompt } from './prompt-history.ts'

const prompts = ['a heron', 'a hare', 'a fox']

/** Steps through the history from the typed text: `<` is one step back, `>` one forward. Returns the field's text after each step. */
function walk(typed: string, steps: string, among: readonly string[] = prompts) {
  let at: HistoryStep = { ...atTyped, prompt: typed }
  return [...steps].map((step) => {
    const next = (step === '<' ? olderPrompt : newerPrompt)(among, at, at.prompt)
    if (next) at = next
    return at.prompt
  })
}

test('the history goes back through all prompts and stays at the oldest', () => {
  expect(walk('', '<<<<')).toEqual(['a heron', 'a hare', 'a fox', 'a fox'])
})

test('stepping forward ends at the typed text', () => {
  expect(walk('a her', '<<>>>')).toEqual(['a heron', 'a hare', 'a heron', 'a her', 'a her'])
})

test('the prompt that is already in the field is skipped', () => {
  expect(walk('a heron', '<<>>')).toEqual(['a hare', 'a fox', 'a hare', 'a heron'])
})

test('an empty history leaves the field as it is', () => {
  expect(walk('a her', '<>', [])).toEqual(['a her', 'a her'])
})

test('a repeated prompt is listed once, at its latest use', () => {
  expect(distinctPrompts(['a hare', 'a fox ', 'a hare', ' '])).toEqual(['a hare', 'a fox'])
})
