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
  [
    'OpenAI, some of it cached',
    { usage: { prompt_tokens: 11, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 4 } } },
    { inputTokens: 11, cachedTokens: 4, outputTokens: 7 },
  ],
  [
    'OpenAI’s Responses, some of it cached',
    { usage: { input_tokens: 11, output_tokens: 7, input_tokens_details: { cached_tokens: 4 } } },
    { inputTokens: 11, cachedTokens: 4, outputTokens: 7 },
  ],
  [
    'DeepSeek, some of it cached',
    { usage: { prompt_tokens: 11, completion_tokens: 7, prompt_cache_hit_tokens: 5 } },
    { inputTokens: 11, cachedTokens: 5, outputTokens: 7 },
  ],
  [
    'Google, some of it cached',
    { usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 20, cachedContentTokenCount: 6 } },
    { inputTokens: 8, cachedTokens: 6, outputTokens: 20 },
  ],
  [
    'Anthropic, which counts its cache apart',
    { type: 'message_start', message: { usage: { input_tokens: 25, cache_read_input_tokens: 100, cache_creation_input_tokens: 10 } } },
    { inputTokens: 135, cachedTokens: 100 },
  ],
  ['an event without usage', { choices: [], usage: null }, {}],
  ['nonsense', { usage: { prompt_tokens: -4, completion_tokens: Number.NaN } }, {}],
  ['no object', 'usage', {}],
])('the usage so far is read from %s', (_what, event, usage) => {
  expect(readUsage(event)).toEqual(usage)
})

test('counts that a service does not report, or reports as nothing, are left out', () => {
  const counted = { inputTokens: 100, cachedTokens: 64, outputTokens: 50, reasoningTokens: 20 }
  expect(countsOf(counted)).toEqual(counted)
  expect(countsOf({ ...counted, cachedTokens: 0, reasoningTokens: undefined })).toEqual({ inputTokens: 100, outputTokens: 50 })
})
