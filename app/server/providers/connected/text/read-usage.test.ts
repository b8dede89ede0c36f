import { expect, test } from 'vitest'
import { countsOf, readUsage } from './read-usage.ts'

test.each([
  [
    'a chat of OpenAI’s protocol',
    { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } },
    { inputTokens: 11, outputTokens: 7 },
  ],
  [
    'Anthropic’s start, whose output is not counted yet',
    { type: 'message_start', message: { usage: { input_tokens: 25, output_tokens: 1 } } },
    { inputTokens: 25 },
  ],
  ['Anthropic’s end', { type: 'message_delta', usage: { output_tokens: 15 } }, { outputTokens: 15 }],
  [
    'Google, thinking included',
    { usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 20, thoughtsTokenCount: 5 } },
    { inputTokens: 8, outputTokens: 25 },
  ],
  ['an event without usage', { choices: [], usage: null }, {}],
  ['nonsense', { usage: { prompt_tokens: -4, completion_tokens: Number.NaN } }, {}],
  ['no object', 'usage', {}],
])('the usage so far is read from %s', (_what, event, usage) => {
  expect(readUsage(event)).toEqual(usage)
})

test('cached and reasoning tokens are counted where a service reports them', () => {
  const counted = { inputTokens: 100, cachedTokens: 64, outputTokens: 50, reasoningTokens: 20 }
  const details = { inputTokenDetails: { cacheReadTokens: 64 }, outputTokenDetails: { reasoningTokens: 20 } }
  expect(countsOf({ inputTokens: 100, outputTokens: 50, ...details })).toEqual(counted)
  const none = { inputTokenDetails: { cacheReadTokens: 0 }, outputTokenDetails: { reasoningTokens: undefined } }
  expect(countsOf({ inputTokens: 100, outputTokens: 50, ...none })).toEqual({ inputTokens: 100, outputTokens: 50 })
})
