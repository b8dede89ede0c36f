import { describe, expect, test } from 'vitest'
import type { OptionsSchema } from '#app/contract/runs/models.ts'
import { newlyStated, statedOptions } from './stated-options.ts'

const film: OptionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    duration: { type: 'integer', title: 'Length', minimum: 2, maximum: 15, default: 5 },
    narration: { type: 'string', title: 'Narration', maxLength: 500, default: '', 'x-control': 'text' },
    sound: { type: 'string', title: 'Sound', enum: ['music', 'narration', 'both', 'none'], default: 'music' },
  },
}

describe('the options of a prompt', () => {
  test.each([
    ['a 10 second film of the sea', { duration: 10 }],
    ['sea, 8s', { duration: 8 }],
    ['море, 12 секунд', { duration: 12 }],
    ['ролик на 7 сек', { duration: 7 }],
    ['a 20 second film of the sea', { duration: 15 }],
    ['1 minute of clouds', { duration: 15 }],
    ['море на закате, голос: «Доброе утро»', { narration: 'Доброе утро', sound: 'both' }],
    ['sea, voiceover: "Good morning", 6 seconds', { duration: 6, narration: 'Good morning', sound: 'both' }],
    ['диктор: Всё начинается с моря', { narration: 'Всё начинается с моря', sound: 'both' }],
    ['three boats on the sea', {}],
    ['5 см снега, 3 собаки', {}],
    ['a voice in the wilderness', {}],
  ])('the prompt “%s” sets the options that it states', (prompt, options) => expect(statedOptions(prompt, film)).toEqual(options))

  test('a model without such options is left alone, and one with a list takes the nearest', () => {
    expect(statedOptions('10 seconds', { ...film, properties: {} })).toEqual({})
    const listed = { ...film, properties: { duration: { type: 'string' as const, title: 'Length', enum: ['4', '8'], default: '4' } } }
    expect(statedOptions('7 seconds', listed)).toEqual({ duration: '8' })
  })

  test('only what is new in the prompt is set, so that a later choice stays', () => {
    expect(newlyStated('sea, 8 seconds', 'sea at dawn, 8 seconds', film)).toEqual({})
    expect(newlyStated('sea', 'sea, 8 seconds', film)).toEqual({ duration: 8 })
  })
})
