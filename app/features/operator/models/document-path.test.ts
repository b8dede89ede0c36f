import { expect, test } from 'vitest'
import { renamed, valueAt, withValue } from './document-path.ts'

const document = { name: 'Own', options: { tone: { switch: true }, seed: { seed: true } }, inputs: [{ role: 'source' }, { role: 'mask' }] }

test('a value is read, set and removed at a path, and everything else stays', () => {
  expect(valueAt(document, ['inputs', '1', 'role'])).toBe('mask')
  expect(valueAt(document, ['options', 'none', 'label'])).toBeUndefined()
  expect(withValue(document, ['options', 'tone', 'label', 'en'], 'Tone')).toEqual({
    ...document,
    options: { ...document.options, tone: { switch: true, label: { en: 'Tone' } } },
  })
  expect(withValue(document, ['inputs', '0'], undefined)).toEqual({ ...document, inputs: [{ role: 'mask' }] })
  expect(withValue(document, ['inputs', '2'], { role: 'speech' })).toMatchObject({ inputs: [{}, {}, { role: 'speech' }] })
  expect(withValue(document, ['name'], undefined)).not.toHaveProperty('name')
})

test('a renamed option keeps its place', () => {
  expect(Object.keys(renamed(document.options, 'tone', 'mood'))).toEqual(['mood', 'seed'])
})
