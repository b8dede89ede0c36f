import { describe, expect, test } from 'vitest'
import { checkValues, fieldsOf, filesOf, promptOf } from './place-values.ts'
import type { Place } from './recipes.ts'

const text = '{{city}} in {{season}}, {{people}} people, {{note}}'
const places: Place[] = [
  { type: 'choice', name: 'season', choices: ['spring', 'winter'], default: 'winter' },
  { type: 'number', name: 'people', min: 1, max: 5, step: 0.5 },
  { type: 'text', name: 'note', optional: true },
  { type: 'file', name: 'Photo', role: 'reference' },
]
const form = { text, places }
const photo = { upload_id: '01890000-0000-7000-8000-000000000001' }
const whole = { city: 'Oslo', people: 2, Photo: photo }

test('the fields are the places of the prompt in their order, those without a type as lines, and then the files', () => {
  expect(fieldsOf(form).map(({ name, type }) => [name, type])).toEqual([
    ['city', 'line'],
    ['season', 'choice'],
    ['people', 'number'],
    ['note', 'text'],
    ['Photo', 'file'],
  ])
})

test.each([
  [{}, {}],
  [{ city: undefined }, { city: 'required' }],
  [{ city: '  ' }, { city: 'required' }],
  [{ city: 5 }, { city: 'invalid' }],
  [{ city: photo }, { city: 'invalid' }],
  [{ city: 'two\nlines' }, { city: 'characters_invalid' }],
  [{ city: 'x'.repeat(501) }, { city: 'too_long' }],
  [{ note: 'two\nlines' }, {}],
  [{ note: 'x'.repeat(10_001) }, { note: 'too_long' }],
  [{ season: 'summer' }, { season: 'not_an_option' }],
  [{ season: '' }, { season: 'required' }],
  [{ people: undefined }, { people: 'required' }],
  [{ people: '2' }, { people: 'invalid' }],
  [{ people: Number.NaN }, { people: 'invalid' }],
  [{ people: 0 }, { people: 'too_small' }],
  [{ people: 5.5 }, { people: 'too_large' }],
  [{ people: 1.25 }, { people: 'not_an_option' }],
  [{ people: 1.5 }, {}],
  [{ Photo: undefined }, { Photo: 'required' }],
  [{ Photo: 'a.png' }, { Photo: 'invalid' }],
  [
    { constructor: 'x', planet: 'Mars' },
    { constructor: 'place_unknown', planet: 'place_unknown' },
  ],
])('%j is checked at its field', (changes, errors) => {
  const values = Object.fromEntries(
    Object.entries({ ...whole, ...changes }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  expect(Object.fromEntries([...checkValues(form, values)].map(([name, { code }]) => [name, code]))).toEqual(errors)
})

test('a file that the prompt names is one field, sent once and named in the prompt', () => {
  const form = { text: 'A lake like {{sample}}', places: [{ type: 'file' as const, name: 'sample', role: 'reference' as const }] }
  const sample = { generation_id: '0197f000-0000-7000-8000-000000000009', index: 0 }
  expect(fieldsOf(form)).toEqual(form.places)
  expect(filesOf(form, { sample })).toEqual([{ name: 'sample', input: { ...sample, role: 'reference' } }])
  expect(promptOf(form, { sample })).toBe('A lake like sample')
})

describe('the prompt', () => {
  test('the prompt has the values and the defaults, without what is optional', () => {
    expect(promptOf(form, whole)).toBe('Oslo in winter, 2 people,')
    expect(filesOf(form, whole)).toEqual([{ name: 'Photo', input: { ...photo, role: 'reference' } }])
  })

  test('the prompt shows a place that must still be filled in', () => {
    expect(promptOf(form, { city: ' ' })).toBe('{{city}} in winter, {{people}} people,')
  })

  test.each(['{{season}}', '{{city}}', '$&', '$1', '{ {city} }', '“quoted” \\ "text"', '🦊 אבג', '{{{{season}}}}'])(
    'a value such as %j stays as it is written',
    (city) => {
      expect(promptOf({ text: '{{city}} {{season}} {{city}}', places }, { city })).toBe(`${city} winter ${city}`)
    },
  )
})
