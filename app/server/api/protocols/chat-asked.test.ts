import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatCompletionRequestSchema } from '#app/contract/protocols/chat.ts'
import type { Abilities } from '#app/contract/studio/turns.ts'
import { assumedAbilities } from '../../providers/connected/text/abilities.ts'
import { option } from '../../providers/catalogue/options.ts'
import { readAsked } from './chat-asked.ts'

const request = (more: object) => v.parse(chatCompletionRequestSchema, { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more })
const codeOf = (act: () => unknown) => {
  try {
    act()
    return undefined
  } catch (error) {
    return v.parse(v.object({ fields: v.record(v.string(), v.string()) }), error).fields
  }
}
const read = (more: object, can: Abilities | undefined = assumedAbilities) => readAsked({ options: {}, ...(can && { can }) }, request(more))
const onlyWrites: Abilities = { settings: [] }
const tool = (name: string, parameters: object = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, parameters },
})

test.each([
  ['high', ['low', 'high'], 'high'],
  ['none', ['low', 'high'], 'low'],
  ['max', ['low', 'medium', 'high'], 'high'],
  ['medium', ['low', 'high'], 'low'],
  ['minimal', ['none', 'high'], 'none'],
  [null, ['low', 'high'], undefined],
] as const)('reasoning_effort %s of a model with the levels %s is %s', (reasoning_effort, levels, chosen) => {
  const { options } = readAsked({ options: { effort: option.effort(levels) }, can: assumedAbilities }, request({ reasoning_effort }))
  expect(options).toEqual(chosen ? { effort: chosen } : {})
})

test('settings are passed on as they were sent, and nothing is added', () => {
  const sent = {
    max_tokens: 1,
    temperature: 0.25,
    top_p: 0.9,
    seed: 7,
    stop: 'END',
    presence_penalty: 0.5,
    frequency_penalty: -0.5,
    logit_bias: { '50256': -100 },
    verbosity: 'low',
    reasoning_effort: 'low',
  }
  expect(read(sent)).toEqual({
    asked: {
      settings: {
        maxOutputTokens: 1,
        temperature: 0.25,
        topP: 0.9,
        seed: 7,
        stop: ['END'],
        presencePenalty: 0.5,
        frequencyPenalty: -0.5,
        logitBias: { '50256': -100 },
        verbosity: 'low',
        effort: 'low',
      },
    },
    options: {},
    ignored: [],
  })
  expect(read({})).toEqual({ asked: {}, options: {}, ignored: [] })
})

test('a model that takes no settings ignores the harmless ones by name, and refuses the others', () => {
  const harmless = { max_tokens: 5, temperature: 1, top_p: 1, seed: 1, reasoning_effort: 'low', presence_penalty: 0, verbosity: 'medium' }
  expect(read({ ...harmless, user: 'me', store: true, top_k: 4, metadata: null }, onlyWrites)).toEqual({
    asked: {},
    options: {},
    ignored: ['max_tokens', 'temperature', 'top_p', 'seed', 'reasoning_effort', 'user', 'store', 'top_k'],
  })
  for (const [name, value] of Object.entries({
    stop: 'x',
    logit_bias: { a: 1 },
    presence_penalty: 1,
    frequency_penalty: 1,
    verbosity: 'low',
  }))
    expect(codeOf(() => read({ [name]: value }, onlyWrites))).toEqual({ [name]: 'unsupported' })
  for (const [name, value] of Object.entries({ tools: [tool('f')], response_format: { type: 'json_object' } }))
    expect(codeOf(() => read({ [name]: value }, onlyWrites))).toEqual({ [name]: 'unsupported' })
})

test.each([
  ['n', 2],
  ['logprobs', true],
  ['top_logprobs', 3],
  ['modalities', ['audio']],
  ['audio', {}],
  ['web_search_options', {}],
  ['functions', [{}]],
  ['function_call', 'auto'],
])('%s is refused by its name', (name, value) => {
  const parsed = v.safeParse(chatCompletionRequestSchema, { model: 'm', messages: [{ role: 'user', content: 'Hi' }], [name]: value })
  expect(parsed.issues?.map((issue) => [v.getDotPath(issue)?.split('.')[0], issue.message])).toEqual([[name, 'unsupported']])
})

test('tools with the same name, with that of a service’s own tool, and chosen ones that are missing are refused', () => {
  expect(codeOf(() => read({ tools: [tool('a'), tool('a')] }))).toEqual({ tools: 'tool_twice' })
  expect(codeOf(() => read({ tools: [tool('web_search')] }, { ...assumedAbilities, ownTools: ['web_search'] }))).toEqual({
    tools: 'tool_reserved',
  })
  const choice = (name: string) => ({ tools: [tool('a')], tool_choice: { type: 'function', function: { name } } })
  expect(codeOf(() => read(choice('b')))).toEqual({ tool_choice: 'tool_unknown' })
  expect(read(choice('a')).asked.choice).toEqual({ name: 'a' })
  const auto: Abilities = { ...assumedAbilities, tools: 'auto' }
  expect(codeOf(() => read({ tools: [tool('a')], tool_choice: 'required' }, auto))).toEqual({ tool_choice: 'unsupported' })
  expect(read({ tools: [tool('a')], tool_choice: 'none' }, auto).asked).toEqual({})
})

test('a schema of 200 kB or with 100 levels is refused, of any depth without failing', () => {
  const deep = (levels: number) => ({
    type: 'object',
    ...v.parse(v.looseObject({}), JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))),
  })
  const issueOf = (parameters: object) =>
    v
      .safeParse(chatCompletionRequestSchema, { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: [tool('a', parameters)] })
      .issues?.map(({ message }) => message)
  expect(issueOf(deep(20))).toBeUndefined()
  expect(issueOf(deep(100))).toEqual(['schema_too_deep'])
  expect(issueOf(deep(50_000))).toEqual(['schema_too_deep'])
  expect(issueOf({ type: 'object', description: 'x'.repeat(200_000) })).toEqual(['schema_too_large'])
})
