import { expect, test } from 'vitest'
import { fillGaps, gapsIn, partsOf } from './prompt-gaps.ts'

test('a repeated gap is asked for once, in any language', () => {
  expect(gapsIn('{{city}} at {{time of day}}, {{ city }} in the {{сезон}}')).toEqual(['city', 'time of day', 'сезон'])
})

test.each(['a plain prompt', '{{}}', '{{ }}', '{one}', '{{two\nlines}}', '{{a{b}}', `{{${'x'.repeat(61)}}}`])('%j has no gaps', (text) => {
  expect(gapsIn(text)).toEqual([])
})

test('all places of a gap are filled with the same text, as it was typed', () => {
  expect(fillGaps('{{city}}, {{ city }}!', new Map([['city', ' $& York ']]))).toBe('$& York, $& York!')
})

test('an unfilled gap stays visible', () => {
  expect(fillGaps('{{city}} in {{season}}', new Map([['city', 'Oslo']]))).toBe('Oslo in {{season}}')
})

test('a prompt is split into its text and its gaps, so that no brace is shown', () => {
  expect(partsOf('{{city}} at {{ time of day }}!')).toEqual([
    { text: 'city', isGap: true },
    { text: ' at ', isGap: false },
    { text: 'time of day', isGap: true },
    { text: '!', isGap: false },
  ])
  expect(partsOf('a plain {prompt}')).toEqual([{ text: 'a plain {prompt}', isGap: false }])
})
