import { expect, test } from 'vitest'
import { isTooNested } from './nesting.ts'

test.each(['>', '> ', '- ', '* ', '+ ', '1. ', '23) ', '>- ', '* >', '\t> '])('lines of “%s” are too nested beyond a hundred', (mark) => {
  expect(isTooNested(`words\n${mark.repeat(101)}words`)).toBe(true)
  expect(isTooNested(`words\n${mark.repeat(40)}words\n\n${mark.repeat(40)}words`)).toBe(false)
})

test.each(['-'.repeat(500), '*'.repeat(500), '1.'.repeat(500), '- a '.repeat(500), ' '.repeat(500), '- a\n'.repeat(500), '5 '.repeat(500)])(
  'a text without nesting is none (%#)',
  (text) => expect(isTooNested(text)).toBe(false),
)
