import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test.each([
  ['a word that is being composed', { isComposing: true, keyCode: 13 }, true],
  ['Safari, which ends the composition before the key', { isComposing: false, keyCode: 229 }, true],
  ['Enter on its own', { isComposing: false, keyCode: 13 }, false],
])('Enter of an input method does not send: %s', (_what, event, expected) => expect(isComposing(event)).toBe(expected))

test('every field that sends on Enter leaves the key of an input method alone', () => {
  const acting = globSync('app/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
    .filter(({ source }) => /key [!=]== 'Enter'/.test(source))
  expect(acting.length).toBeGreaterThanOrEqual(7)
  expect(acting.filter(({ source }) => !source.includes('isComposing(')).map(({ path }) => path)).toEqual([])
})
