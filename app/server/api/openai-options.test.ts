import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatCompletionRequestSchema } from '#app/contract/runs/openai.ts'
import { option } from '../providers/catalogue/options.ts'
import { chatOptions } from './openai-options.ts'

const asked = (reasoning_effort: unknown) => ({ model: 'thinker', messages: [{ role: 'user', content: 'Hi' }], reasoning_effort })

test.each([
  ['high', ['low', 'high'], 'high'],
  ['none', ['low', 'high'], 'low'],
  ['max', ['low', 'medium', 'high'], 'high'],
  ['medium', ['low', 'high'], 'low'],
  ['minimal', ['none', 'high'], 'none'],
  [null, ['low', 'high'], undefined],
] as const)('reasoning_effort %s of a model with the levels %s is %s', (effort, levels, chosen) => {
  const request = v.parse(chatCompletionRequestSchema, asked(effort))
  expect(chatOptions({ options: { effort: option.effort(levels) } }, request, '')).toEqual(chosen ? { effort: chosen } : {})
})

test('reasoning_effort is ignored by a model without levels, and an unknown level is refused', () => {
  expect(chatOptions({ options: {} }, v.parse(chatCompletionRequestSchema, asked('high')), '')).toEqual({})
  expect(v.safeParse(chatCompletionRequestSchema, asked('huge')).issues?.map(({ message }) => message)).toEqual(['not_an_option'])
})
