import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { parse } from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filmSchema } from '#app/contract/films/films.ts'
import { generationPageSchema, generationSchema } from '#app/contract/runs/generations.ts'
import { threadPageSchema } from '#app/contract/studio/studio.ts'
import { callPageSchema } from '#app/contract/studio/tool-calls.ts'
import { goOnQuoteSchema, mostSteps, toolsSchema } from '#app/contract/studio/tools.ts'
import type { Turn } from '#app/server/providers/kinds.ts'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { type Act, type Heard, openAssistant } from '#tests/fixtures/assistant.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { Problem } from '../../problem.ts'
import { cancelGeneration } from '../generations/cancel-generation.ts'
import { planCalls } from '../tools/plan-calls.ts'
import { endCall } from './end-call.ts'
import { sweepSteps } from './sweep-steps.ts'

let assistant: Awaited<ReturnType<typeof openAssistant>>
let state: typeof assistant.state
let runtime: typeof assistant.runtime
const conflicts = watchConflicts()
beforeAll(async () => {
  assistant = await openAssistant()
  ;({ state, runtime } = assistant)
})
afterAll(() => assistant[Symbol.asyncDispose]())
beforeEach(() => {
  state.heard = []
  conflicts.length = 0
})

async function person(tokens?: number) {
  const one = await assistant.person(tokens)
  return { ...one, say: (prompt: string, rest: object = {}) => one.say(prompt, { tools: ['find', 'read'], ...rest }) }
}

const find = (words: string): [string, string] => ['find', JSON.stringify({ words })]
const results = (call: Heard | undefined): Turn[] => (call?.turns ?? []).filter(({ role }) => role === 'tool')
const lastResults = () => results(state.heard.at(-1)).map((turn) => turn.text)

test('the assistant finds a work of the person, reads it and answers; a step is a run, and its child the next step', async () => {
  const [ann, eve] = [await person(), await person()]
  const works = { ann: await insertWorks(runtime.db, ann.id, [{}]), eve: await insertWorks(runtime.db, eve.id, [{}]) }
  await runtime.db
    .update(generations)
    .set({ type: 'text', prompt: 'A lighthouse', text: 'Light in fog', status: 'succeeded' })
    .where(eq(generations.id, works.ann[0] ?? ''))
  await runtime.db
    .update(generations)
    .set({ type: 'text', prompt: 'A lighthouse of Eve', text: 'Secret' })
    .where(eq(generations.id, works.eve[0] ?? ''))
  const thread_id = uuidv7()
  const acts: Act[] = [
    [find('lighthouse'), ['read', '{"handle":"w1"}']],
    [
      ['read', '{"handle":"w1"}'],
      ['read', '{"handle":"w2"}'],
    ],
    'It is about fog.',
  ]
  state.script = (step) => acts[step] ?? '?'
  const first = await ann.say('What did I write about a lighthouse?', { thread_id })
  const runs = await ann.ended(thread_id)
  expect(runs.map((run) => [run.parent_id, run.unattended, run.text])).toEqual([
    [null, false, null],
    [first.id, true, null],
    [runs[1]?.id, true, 'It is about fog.'],
  ])
  const read = lastResults()
  expect(read[0]).toMatch(/^Works:\nw1: text · .*"A lighthouse"$/)
  // Both calls of the first answer ran at once, so that the second may have come before the handle.
  expect(read[2]).toBe('[Prompt]\nA lighthouse\n\n[Text]\nLight in fog')
  expect(read[3]).toContain('shown nothing under that handle')
  expect(JSON.stringify(state.heard.at(-1)?.turns)).not.toContain('Eve')
  expect(results(state.heard.at(-1)).map(({ answers }) => answers?.id)).toEqual(['c0-0', 'c0-1', 'c1-0', 'c1-1'])
  // Lists, counts and searches show the conversation.
  expect(parse(threadPageSchema, (await ann.call('GET', '/v1/threads')).body).items).toMatchObject([
    { id: thread_id, turns: 1, tools: ['find', 'read'] },
  ])
  expect(parse(generationPageSchema, (await ann.call('GET', '/v1/generations')).body).items).toHaveLength(2)
  expect((await eve.call('GET', `/v1/calls?step=${first.id}`)).body).toMatchObject({ items: [] })
  expect(
    parse(callPageSchema, (await ann.call('GET', `/v1/calls?step=${first.id}`)).body).items.map(({ tool, state }) => [tool, state]),
  ).toContainEqual(['find', 'done'])
})

test('a search of the assistant finds no takes of films', async () => {
  const ann = await person()
  const [, take = ''] = await insertWorks(runtime.db, ann.id, [{ prompt: 'A lighthouse at sea' }, { prompt: 'A lighthouse in a shot' }])
  const { id: filmId, document } = parse(filmSchema, (await ann.call('POST', '/v1/films', {})).body)
  await runtime.db.insert(filmTakes).values({ generationId: take, filmId, part: 'music', recipe: { kind: 'animatic', document } })
  const thread_id = uuidv7()
  state.script = (step) => (step === 0 ? [find('lighthouse'), find('')] : 'One.')
  await ann.say('What do I have?', { thread_id })
  await ann.ended(thread_id)
  const [byWord, newest] = lastResults()
  expect(byWord).toMatch(/^Works:\n\w+: image · .*"A lighthouse at sea"$/)
  expect(newest).toMatch(/^Works:\n\w+: image · .*"A lighthouse at sea"$/)
})

test('a model hears a conversation with steps, and one without tools only what was said', async () => {
  const ann = await person()
  const thread_id = uuidv7()
  state.script = (step) => [[find('x')], 'Nothing.'][step] ?? '?'
  await ann.say('one', { thread_id })
  const [, last] = await ann.ended(thread_id)
  state.script = () => 'Yes.'
  await ann.say('two', { thread_id, parent_id: last?.id })
  await ann.ended(thread_id)
  expect(state.heard.at(-1)?.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(state.heard.at(-1)?.asked?.tools?.map(({ name }) => name)).toEqual(['find', 'read'])
  await ann.say('three', { thread_id, parent_id: last?.id, model: 'desk/plain' })
  await ann.ended(thread_id)
  expect(state.heard.at(-1)?.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(state.heard.at(-1)?.asked).toBeUndefined()
})

describe('calls that go wrong', () => {
  test.each<[string, [string, string][], RegExp]>([
    ['an unknown tool', [['sudo', '{}']], /no such tool/],
    ['a tool that the conversation does not have', [['create', '{"kind":"picture","prompt":"a lake"}']], /no such tool/],
    ['broken arguments', [['find', '{"words":']], /Wrong arguments/],
    ['arguments of another kind', [['read', '{"handle":7}']], /Wrong arguments/],
    ['a handle that was never shown', [['read', '{"handle":"w9"}']], /shown nothing/],
    ['the id of a work', [['read', `{"handle":"${uuidv7()}"}`]], /Wrong arguments|shown nothing/],
    ['a handle from the prototype', [['read', '{"handle":"__proto__"}']], /shown nothing/],
    ['huge arguments', [['find', JSON.stringify({ words: 'x'.repeat(200_000) })]], /Wrong arguments/],
    ['deep arguments', [['find', `${'['.repeat(5_000)}${']'.repeat(5_000)}`]], /Wrong arguments/],
  ])('%s gives the assistant a reason, and the message goes on', async (_what, calls, reason) => {
    const ann = await person()
    const thread_id = uuidv7()
    state.script = (step) => (step === 0 ? calls : 'Sorry.')
    await ann.say('Do it', { thread_id })
    expect((await ann.ended(thread_id)).at(-1)?.text).toBe('Sorry.')
    expect(lastResults()).toEqual([expect.stringMatching(reason)])
  })

  test('identical calls of an answer run once, and no more than eight run', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    state.script = (step) =>
      step === 0 ? [...Array.from({ length: 5 }, () => find('same')), ...Array.from({ length: 7 }, (_, at) => find(`${at}`))] : 'Done.'
    const { id } = await ann.say('Search', { thread_id })
    await ann.ended(thread_id)
    const said = lastResults()
    expect(said).toHaveLength(12)
    expect(said.filter((one) => one.startsWith('The same call'))).toHaveLength(4)
    expect(said.filter((one) => one.startsWith('Not run'))).toHaveLength(4)
    expect(await runtime.db.$count(toolCalls, and(eq(toolCalls.stepId, id), sql`${toolCalls.result} ->> 'text' = 'No works found.'`))).toBe(
      4,
    )
  })

  test('a message that makes the same call for the third time halts, and goes on at a press', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    state.script = (step) => (step < 3 ? [['find', step % 2 ? '{"words":"x", "in":"works"}' : '{ "in":"works","words":"x"}']] : 'I stop.')
    await ann.say('Search', { thread_id })
    const runs = await ann.ended(thread_id)
    expect(runs.map(({ halted }) => halted)).toEqual([null, null, 'loop'])
    const id = runs[2]?.id
    const { price } = parse(goOnQuoteSchema, (await ann.call('GET', `/v1/generations/${id}/go-on`)).body)
    expect((await ann.call('POST', `/v1/generations/${id}/go-on`, { max_price: price - 1 })).body).toMatchObject({ code: 'price_changed' })
    const pressed = await Promise.all(
      Array.from({ length: 8 }, () => ann.call('POST', `/v1/generations/${id}/go-on`, { max_price: price })),
    )
    expect(new Set(pressed.flatMap(({ status, body }) => (status === 202 ? [parse(generationSchema, body).id] : []))).size).toBe(1)
    expect((await ann.ended(thread_id)).map((run) => run.text)).toEqual([null, null, null, 'I stop.'])
  })

  test('a message halts at its twelfth step', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    await ann.call('PUT', '/v1/tools/allowance', { tokens: 100 })
    state.script = (step) => [find(`${step}`)]
    await ann.say('Search for ever', { thread_id })
    const runs = await ann.ended(thread_id)
    expect(runs).toHaveLength(mostSteps)
    expect(runs.at(-1)?.halted).toBe('limit')
  })
})

describe('the allowance', () => {
  test('runs that start without a press never exceed the allowance of the conversation; a press goes on and may raise it', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    expect((await ann.call('PUT', '/v1/tools/allowance', { tokens: 2 })).status).toBe(200)
    state.script = (step) => [find(`${step}`)]
    await ann.say('Search', { thread_id })
    const runs = await ann.ended(thread_id)
    expect(runs.map(({ unattended, halted }) => [unattended, halted])).toEqual([
      [false, null],
      [true, null],
      [true, 'budget'],
    ])
    const quote = parse(goOnQuoteSchema, (await ann.call('GET', `/v1/generations/${runs[2]?.id}/go-on`)).body)
    expect(quote).toEqual({ price: 1, price_milli: 1_000, allowance: { limit_milli: 2_000, used_milli: 2_000 } })
    await ann.call('POST', `/v1/generations/${runs[2]?.id}/go-on`, { max_price: 1, raise: 1 })
    expect((await ann.ended(thread_id)).map(({ unattended }) => unattended)).toEqual([false, true, true, false, true])
    const { allowance } = parse(toolsSchema, (await ann.call('GET', `/v1/tools?thread=${thread_id}`)).body)
    expect(allowance).toEqual({ limit_milli: 3_000, used_milli: 3_000 })
  })

  test('with an allowance of 0, each step waits for a press', async () => {
    const ann = await person()
    await ann.call('PUT', '/v1/tools/allowance', { tokens: 0 })
    const thread_id = uuidv7()
    state.script = () => [find('x')]
    await ann.say('Search', { thread_id })
    expect((await ann.ended(thread_id)).map(({ halted }) => halted)).toEqual(['budget'])
  })

  test('two branches of a conversation share the allowance', async () => {
    const ann = await person()
    await ann.call('PUT', '/v1/tools/allowance', { tokens: 3 })
    const thread_id = uuidv7()
    state.script = (step, { turns }) => [find(`${turns[0]?.text} ${step}`)]
    await Promise.all(['a', 'b', 'c', 'd'].map((prompt) => ann.say(prompt, { thread_id })))
    await expect.poll(async () => (await ann.turns(thread_id)).filter(({ halted }) => halted === 'budget').length).toBe(4)
    expect((await ann.turns(thread_id)).filter(({ unattended }) => unattended)).toHaveLength(3)
  })

  test('own limits stop steps as they stop runs', async () => {
    const ann = await person(2)
    const thread_id = uuidv7()
    state.script = (step) => [find(`${step}`)]
    await ann.say('Search', { thread_id })
    expect((await ann.ended(thread_id)).map(({ halted }) => halted)).toEqual([null, 'failed'])
    const own = [ann.id, ...(await ann.turns(thread_id)).map(({ id }) => id)]
    expect((await auditLedger(runtime.db)).filter(({ subject }) => own.includes(subject ?? ''))).toEqual([])
  })
})

/** Ends a run of the person with calls that no job runs. */
async function insertStep(userId: string, calls: number): Promise<{ id: string; calls: string[] }> {
  const [id = ''] = await insertWorks(runtime.db, userId, [{}])
  const called = Array.from({ length: calls }, (_, at) => ({ id: `${at}`, name: 'find', input: `{"words":"${at}"}` }))
  await runtime.db
    .update(generations)
    .set({ type: 'text', asked: { tools: [], studio: true }, calls: called, status: 'succeeded' })
    .where(eq(generations.id, id))
  const idle = { ...runtime.queue, enqueueAll: () => Promise.resolve() }
  await runtime.db.transaction((tx) => planCalls(tx, { queue: idle, step: { id, userId }, calls: called }))
  const rows = await runtime.db.select({ id: toolCalls.id }).from(toolCalls).where(eq(toolCalls.stepId, id))
  return { id, calls: rows.map((row) => row.id) }
}

test(
  'the last of the calls that end together starts the next step, once, while some are stopped',
  async () => {
    const { db } = runtime
    const { id: userId } = await createUser(runtime)
    const steps: { id: string; calls: string[] }[] = []
    for (let at = 0; at < (isFull ? 250 : 20); at += 1) steps.push(await insertStep(userId, 3))
    const started: string[] = []
    const queue: typeof runtime.queue = {
      ...runtime.queue,
      async enqueue(_tx, _name, data) {
        if ('step_id' in data) started.push(data.step_id)
      },
    }
    const acts = steps.flatMap(({ id, calls }, at) => [
      ...calls.map((call) => () => endCall(db, { queue, id: call, stepId: id, userId, from: 'due', answer: { text: 'x' } })),
      ...(at % 5 === 0
        ? [
            () =>
              cancelGeneration(db, { providers: runtime.providers, userId, id }).catch((error: unknown) => {
                if (!(error instanceof Problem)) throw error
              }),
          ]
        : []),
    ])
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        for (let next = at; next < acts.length; next += 8) await acts[next]?.()
      }),
    )
    const rows = await db
      .select({ id: generations.id, nextId: generations.nextId, halted: generations.halted })
      .from(generations)
      .where(eq(generations.userId, userId))
    expect(await db.$count(toolCalls, and(eq(toolCalls.userId, userId), eq(toolCalls.state, 'due')))).toBe(0)
    expect(rows.filter(({ nextId, halted }) => nextId === null && halted === null)).toEqual([])
    expect(started.toSorted()).toEqual(
      rows
        .filter(({ nextId }) => nextId !== null)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(rows.filter(({ halted }) => halted === 'stopped').length).toBeGreaterThan(0)
    expect(conflicts).toEqual([])
  },
  isFull ? 600_000 : 60_000,
)

test('a step whose jobs were lost goes on after the sweep', async () => {
  const ann = await person()
  const thread_id = uuidv7()
  state.script = (step) => (step === 0 ? [find('x')] : 'Done.')
  await ann.say('Search', { thread_id })
  const [step, answer] = await ann.ended(thread_id)
  // As if nothing had followed.
  await runtime.db
    .update(generations)
    .set({ deletedAt: new Date(), threadId: null })
    .where(eq(generations.id, answer?.id ?? ''))
  await runtime.db
    .update(generations)
    .set({ nextId: null, updatedAt: sql`now() - interval '5 minutes'` })
    .where(eq(generations.id, step?.id ?? ''))
  await runtime.db
    .update(toolCalls)
    .set({ state: 'due', endedAt: null, result: null, createdAt: new Date(Date.now() - 300_000) })
    .where(eq(toolCalls.stepId, step?.id ?? ''))
  expect(await sweepSteps(runtime.db, runtime)).toBeGreaterThan(0)
  expect((await ann.ended(thread_id)).map((run) => run.text)).toEqual([null, 'Done.'])
  expect(lastResults()).toEqual(['No works found.'])
})

test('a stop ends the message between two steps, and a deleted conversation goes on nowhere', async () => {
  const ann = await person()
  const { id, calls } = await insertStep(ann.id, 2)
  expect((await ann.call('POST', `/v1/generations/${id}/cancel`)).body).toMatchObject({ halted: 'stopped' })
  await endCall(runtime.db, { queue: runtime.queue, id: calls[0] ?? '', stepId: id, userId: ann.id, from: 'due', answer: { text: 'late' } })
  expect((await ann.call('POST', `/v1/generations/${id}/cancel`)).body).toMatchObject({ code: 'not_cancelable' })
  expect(await runtime.db.$count(toolCalls, and(eq(toolCalls.stepId, id), eq(toolCalls.state, 'stopped')))).toBe(2)
  const thread_id = uuidv7()
  state.script = () => 'Hi.'
  await ann.say('Hi', { thread_id })
  await ann.ended(thread_id)
  const other = await insertStep(ann.id, 1)
  await runtime.db.update(generations).set({ threadId: thread_id }).where(eq(generations.id, other.id))
  expect((await ann.call('DELETE', `/v1/threads/${thread_id}`)).status).toBe(204)
  await endCall(runtime.db, {
    queue: runtime.queue,
    id: other.calls[0] ?? '',
    stepId: other.id,
    userId: ann.id,
    from: 'due',
    answer: { text: 'late' },
  })
  const [row] = await runtime.db
    .select({ nextId: generations.nextId, halted: generations.halted })
    .from(generations)
    .where(eq(generations.id, other.id))
  expect(row).toEqual({ nextId: null, halted: 'stopped' })
})

test('another answer keeps the finished calls', async () => {
  const ann = await person()
  const thread_id = uuidv7()
  state.script = (step) => (step === 0 ? [find('x')] : 'Done.')
  await ann.say('Search', { thread_id })
  const [step, answer] = await ann.ended(thread_id)
  state.heard = []
  const again = parse(generationSchema, (await ann.call('POST', `/v1/generations/${answer?.id}/retry`)).body)
  expect(again).toMatchObject({ parent_id: step?.id, unattended: false })
  await ann.ended(thread_id)
  expect(state.heard).toHaveLength(1)
  expect(lastResults()).toEqual(['No works found.'])
})

test('a group of people has the tools that the operator chose for it', async () => {
  const ann = await person()
  const { groups } = await import('#app/server/db/schema/groups.ts')
  const { users } = await import('#app/server/db/schema/users.ts')
  const groupId = uuidv7()
  await runtime.db.insert(groups).values({ id: groupId, name: `G ${groupId}`, tools: ['read'] })
  await runtime.db.update(users).set({ groupId }).where(eq(users.id, ann.id))
  expect(parse(toolsSchema, (await ann.call('GET', '/v1/tools')).body).items.map(({ name }) => name)).toEqual(['read'])
  const thread_id = uuidv7()
  state.script = () => 'Hi.'
  await ann.say('Hi', { thread_id })
  await ann.ended(thread_id)
  expect(state.heard.at(-1)?.asked?.tools?.map(({ name }) => name)).toEqual(['read'])
})
