import { expect, test } from 'vitest'
import type { Asked } from '#app/contract/studio/turns.ts'
import { conversationOf, type ConversationRun } from './conversation.ts'

const options = { withTools: true, isStep: false, model: 'desk/chat', sdk: 1 }
const asked: Asked = { tools: [], studio: true }

const message = (prompt: string, given: Partial<ConversationRun> = {}): ConversationRun => ({
  id: prompt,
  type: 'text',
  prompt,
  text: `re: ${prompt}`,
  inputs: [],
  said: null,
  asked: null,
  calls: null,
  replay: null,
  answered: true,
  made: [],
  ...given,
})
const calling = (prompt: string, ids: string[], given: Partial<ConversationRun> = {}) =>
  message(prompt, { text: null, asked, calls: ids.map((id) => ({ id, name: 'find', input: '{}' })), ...given })
const step = (ids: string[], text: string | null, given: Partial<ConversationRun> = {}) =>
  message('', {
    text,
    asked,
    said: ids.map((id) => ({ role: 'tool', text: `found ${id}`, answers: { id, name: 'find' } })),
    ...given,
  })

/** The roles of turns by their first letter, with the ids of calls and results. */
const shapeOf = (runs: ConversationRun[], given: Partial<typeof options> = {}) =>
  conversationOf(runs, { ...options, ...given }).map(({ role, text, calls, answers }) =>
    [role[0], ...(calls ?? []).map(({ id }) => id), ...(answers ? [answers.id] : []), ...(role === 'assistant' && text ? [text] : [])].join(
      ' ',
    ),
  )

test('a step of calls alone is part of the conversation, with its results', () => {
  const runs = [calling('one', ['a', 'b']), step(['b', 'a'], 'both'), message('two')]
  expect(shapeOf(runs)).toEqual(['u', 'a a b', 't a', 't b', 'a both', 'u', 'a re: two'])
  expect(shapeOf([calling('one', ['a', 'b'])], { isStep: true })).toEqual(['u', 'a a b'])
})

test('every call has a result, and every exchange ends with an answer, wherever the conversation was cut', () => {
  const runs = [calling('one', ['a', 'b']), { ...step(['a'], null), calls: [{ id: 'c', name: 'find', input: '{}' }] }]
  const next = message('two')
  expect(shapeOf([...runs, next])).toEqual(['u', 'a a b', 't a', 't b', 'a c', 't c', 'a [No answer]', 'u', 'a re: two'])
  // A step that failed has brought the results.
  expect(shapeOf([calling('one', ['a']), step(['a'], null, { answered: false }), next])).toEqual([
    'u',
    'a a',
    't a',
    'a [No answer]',
    'u',
    'a re: two',
  ])
  expect(shapeOf([message('one', { answered: false }), next])).toEqual(['u', 'a re: two'])
})

test('the calls of a message that was stopped have results while a later message takes a step', () => {
  const runs = [calling('one', ['a']), calling('two', ['b'])]
  expect(shapeOf(runs, { isStep: true })).toEqual(['u', 'a a', 't a', 'a [No answer]', 'u', 'a b'])
})

test('works that a person has made by a command are exchanges of their own', () => {
  const runs = [
    message('a fox', { type: 'image', text: null, made: [0] }),
    message('waves', { type: 'video', text: null }),
    message('a lake', { type: 'image', text: null, answered: false }),
    calling('What is it?', ['a']),
  ]
  expect(shapeOf(runs, { isStep: true })).toEqual(['u', 'a', 'u', 'a [Made: video]', 'u', 'a a'])
  expect(conversationOf(runs, options)[1]).toMatchObject({ text: '', inputs: [{ generation_id: 'a fox', index: 0, role: 'reference' }] })
})

test('a conversation is cut before a message of the person, never between a call and its result', () => {
  const long = 'x'.repeat(9_000)
  const exchanges = Array.from({ length: 9 }, (_, at) => [
    calling(`${at}${long}`, [`c${at}`]),
    step([`c${at}`], null, { calls: [{ id: `d${at}`, name: 'find', input: '{}' }] }),
    step([`d${at}`], 'done'),
  ]).flat()
  for (let from = 0; from < exchanges.length; from += 1) {
    const turns = conversationOf(exchanges.slice(from), options)
    expect(turns[0]?.role ?? 'user').toBe('user')
    const open = new Set<string>()
    for (const { role, calls = [], answers } of turns) {
      if (role === 'tool') expect(open.delete(answers?.id ?? '')).toBe(true)
      else expect([...open]).toEqual([])
      for (const { id } of calls) open.add(id)
    }
    expect([...open]).toEqual([])
  }
  expect(conversationOf(exchanges, options).filter(({ role }) => role === 'user')).toHaveLength(6)
})

test('a model without tools hears what was said, and neither calls nor results', () => {
  const runs = [
    calling('one', ['a'], { text: 'I look.' }),
    step(['a'], 'Found.'),
    calling('two', ['b']),
    step(['b'], null, { answered: false }),
  ]
  expect(shapeOf(runs, { withTools: false })).toEqual(['u', 'a I look.\n\nFound.'])
  // The calls of a program are of tools that are not the studio's.
  expect(shapeOf([calling('one', ['a'], { text: 'I look.', asked: { tools: [] } }), step(['a'], 'Found.')])).toEqual([
    'u',
    'a I look.\n\nFound.',
  ])
})

test('long results are sent whole to the steps of their message alone', () => {
  const long = { role: 'tool' as const, text: 'y'.repeat(20_000), answers: { id: 'a', name: 'find' } }
  const runs = [calling('one', ['a']), { ...step(['a'], null), said: [long], calls: [{ id: 'b', name: 'find', input: '{}' }] }]
  const lengthOf = (list: ConversationRun[], isStep: boolean) =>
    conversationOf(list, { ...options, isStep }).find(({ role }) => role === 'tool')?.text.length
  expect(lengthOf(runs, true)).toBe(20_000)
  expect(lengthOf([...runs, step(['b'], 'done'), message('two')], false)).toBeLessThan(2_100)
})
