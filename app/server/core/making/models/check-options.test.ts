import { expect, test } from 'vitest'
import type { ModelOption } from '#app/server/providers/provider.ts'
import { Problem } from '../../problem.ts'
import { sketchOptions } from '#app/server/providers/sketch/model-options.ts'
import { checkOptions } from './check-options.ts'

const title = { id: 'test.title', message: 'Title' }
const options: Record<string, ModelOption> = {
  speed: { type: 'number', title, minimum: 0.5, maximum: 2, multipleOf: 0.05, default: 1 },
  loud: { type: 'boolean', title, default: false },
  without: { type: 'string', title, maxLength: 8, default: '', 'x-control': 'text' },
  seed: { type: 'integer', title, minimum: 0, maximum: 2 ** 31 - 1, 'x-control': 'seed' },
}

test('missing options are filled with defaults and a random seed within its range', () => {
  const { seed, ...rest } = checkOptions(options, {})
  expect(rest).toEqual({ speed: 1, loud: false, without: '' })
  expect(Number.isInteger(seed)).toBe(true)
  expect(new Set(Array.from({ length: 20 }, () => checkOptions(options, {}).seed)).size).toBeGreaterThan(1)
})

test('given options are used, and the given object is not changed', () => {
  const given = { speed: 1.5, seed: 7, without: 'людей' }
  expect(checkOptions(options, given)).toEqual({ speed: 1.5, loud: false, seed: 7, without: 'людей' })
  expect(given).toEqual({ speed: 1.5, seed: 7, without: 'людей' })
})

test('every step of a fractional slider is accepted', () => {
  for (let step = 10; step <= 40; step += 1) expect(checkOptions(options, { speed: step * 0.05 }).speed).toBeCloseTo(step / 20)
})

test.each([
  [{ speed: 1.01 }, { 'options.speed': 'invalid' }],
  [{ speed: '1' }, { 'options.speed': 'invalid' }],
  [{ loud: 'yes' }, { 'options.loud': 'invalid' }],
  [{ without: 'nine long words' }, { 'options.without': 'too_long' }],
  [{ without: 7 }, { 'options.without': 'invalid' }],
  [{ seed: -1 }, { 'options.seed': 'too_small' }],
  [
    { speed: 3, wings: 2 },
    { 'options.speed': 'too_large', 'options.wings': 'unknown_field' },
  ],
])('%o is refused at its fields', (given, fields) => {
  let problem: unknown
  try {
    checkOptions(options, given)
  } catch (error) {
    problem = error
  }
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({ code: 'invalid_input', fields })
})

test('an option that does not apply has its default, whatever was given', () => {
  const film: Record<string, ModelOption> = {
    duration: { type: 'integer', title, minimum: 4, maximum: 8, multipleOf: 2, default: 8 },
    resolution: { type: 'string', title, enum: ['720p', '1080p'], default: '720p', 'x-when': { option: 'duration', in: [8] } },
  }
  expect(checkOptions(film, { duration: 4, resolution: '1080p' })).toEqual({ duration: 4, resolution: '720p' })
  expect(checkOptions(film, { duration: 8, resolution: '1080p' })).toEqual({ duration: 8, resolution: '1080p' })
  expect(checkOptions(film, { resolution: '1080p' })).toEqual({ duration: 8, resolution: '1080p' })
})

test('a choice that is not offered with the other options is replaced by the default', () => {
  const film: Record<string, ModelOption> = {
    duration: { type: 'integer', title, minimum: 4, maximum: 8, multipleOf: 2, default: 8 },
    resolution: {
      type: 'string',
      title,
      enum: ['720p', '1080p'],
      default: '720p',
      'x-choices-when': { '1080p': { option: 'duration', in: [8] } },
    },
  }
  expect(checkOptions(film, { duration: 4, resolution: '1080p' })).toEqual({ duration: 4, resolution: '720p' })
  expect(checkOptions(film, { duration: 8, resolution: '1080p' })).toEqual({ duration: 8, resolution: '1080p' })
})

test('two given values that exclude each other are refused together, and neither is replaced', () => {
  const film: Record<string, ModelOption> = {
    duration: { type: 'integer', title, minimum: 4, maximum: 12, multipleOf: 4, default: 8 },
    resolution: {
      type: 'string',
      title,
      enum: ['720p', '4k'],
      default: '720p',
      'x-choices-when': { '4k': { option: 'duration', in: [8] } },
    },
  }
  const strict: Record<string, ModelOption> = {
    ...film,
    duration: {
      type: 'string',
      title,
      enum: ['8', '12'],
      default: '8',
      'x-choices-when': { '12': { option: 'resolution', in: ['720p'] } },
    },
    resolution: {
      type: 'string',
      title,
      enum: ['720p', '4k'],
      default: '720p',
      'x-choices-when': { '4k': { option: 'duration', in: ['8'] } },
    },
  }
  expect(() => checkOptions(strict, { duration: '12', resolution: '4k' })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      fields: { 'options.duration': 'not_together', 'options.resolution': 'not_together' },
    }),
  )
  expect(checkOptions(strict, { duration: '12' })).toEqual({ duration: '12', resolution: '720p' })
  expect(checkOptions(strict, { resolution: '4k' })).toEqual({ duration: '8', resolution: '4k' })
  // One rule alone has a winner.
  expect(checkOptions(film, { duration: 12, resolution: '4k' })).toEqual({ duration: 12, resolution: '720p' })
})

test('a text that is drawn is refused with the reason if the fonts lack its characters', () => {
  const card = { card: 'greeting', headline: 'С днём рождения, Zoë — 4 990 ₽!' }
  expect(checkOptions(sketchOptions['sketch-image'], card)).toMatchObject(card)
  expect(() => checkOptions(sketchOptions['sketch-image'], { ...card, message: 'Ура 🎉' })).toThrow(
    expect.objectContaining({ code: 'invalid_input', fields: { 'options.message': 'not_drawable' } }),
  )
})
