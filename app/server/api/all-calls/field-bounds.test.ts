import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkOptions } from '../../core/making/models/check-options.ts'
import { Problem } from '../../core/problem.ts'
import { fieldDetail } from '../answers/problem-answer.ts'
import { parseInput } from '../../core/parse-input.ts'

test('a refused number says its bound, so that a program can correct it', () => {
  let problem: unknown
  try {
    checkOptions(
      {
        duration: {
          type: 'integer',
          title: { id: 'test.title', message: 'Length' },
          minimum: 2,
          maximum: 15,
          default: 5,
          'x-unit': 'second',
        },
      },
      { duration: 20 },
    )
  } catch (error) {
    problem = error
  }
  if (!(problem instanceof Problem)) throw new Error('not refused')
  expect(fieldDetail(['options.duration', 'too_large'], problem, 'en')).toBe('At most 15 seconds.')
  expect(fieldDetail(['options.duration', 'too_large'], problem, 'ru')).toBe('Не больше 15 секунд.')
  expect(fieldDetail(['other', 'too_large'], problem, 'en')).toBe('Choose a smaller value.')
})

test('a refused field of a call says its bound', () => {
  let problem: unknown
  try {
    parseInput(v.object({ body: v.object({ tokens: v.pipe(v.number(), v.maxValue(500, 'too_large')) }) }), { body: { tokens: 501 } })
  } catch (error) {
    problem = error
  }
  if (!(problem instanceof Problem)) throw new Error('not refused')
  expect(fieldDetail(['tokens', 'too_large'], problem, 'en')).toBe('At most 500.')
})
