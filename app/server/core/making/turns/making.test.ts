import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'valibot'
import { generationPageSchema, generationSchema } from '#app/contract/runs/generations.ts'
import { threadPageSchema } from '#app/contract/studio/studio.ts'
import { type Call, callListSchema, callSchema } from '#app/contract/studio/tool-calls.ts'
import { type Heard, openAssistant } from '#tests/fixtures/assistant.ts'
import { makesAFile } from '#tests/fakes/scripted-provider.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'

let desk: Awaited<ReturnType<typeof openAssistant>>
beforeAll(async () => {
  desk = await openAssistant()
})
afterAll(() => desk[Symbol.asyncDispose]())
beforeEach(() => {
  desk.state.heard = []
  desk.studio.script = makesAFile(desk.runtime.scratchDir)
})

const picture = (prompt: string, more: object = {}): [string, string] => ['create', JSON.stringify({ kind: 'picture', prompt, ...more })]
const results = (call: Heard | undefined) => (call?.turns ?? []).filter(({ role }) => role === 'tool')
const lastResults = () => results(desk.state.heard.at(-1)).map(({ text }) => text)
const first = (calls: readonly Call[]): Call => {
  const [call] = calls
  if (!call) throw new Error('nothing asks')
  return call
}

async function requireCleanLedger(userId: string, ids: string[]) {
  expect((await auditLedger(desk.runtime.db)).filter(({ subject }) => [userId, ...ids].includes(subject ?? ''))).toEqual([])
}

test('a call asks with its price, a press makes the picture, and the answer goes on with the picture and its handle', async () => {
  const ann = await desk.person()
  const thread_id = uuidv7()
  desk.state.script = (step) => (step === 0 ? [picture('a lake at night')] : 'Here it is.')
  const { id: step } = await ann.say('Draw a lake', { thread_id })
  const call = first(await ann.asked(1))
  expect(call).toMatchObject({
    step,
    thread: thread_id,
    tool: 'create',
    state: 'asks',
    makes: 'picture',
    price: 10,
    price_milli: 10_000,
    next_milli: 1_000,
  })
  expect(call.run).toMatchObject({ type: 'image', prompt: 'a lake at night' })
  expect(await ann.made()).toEqual([])
  const { status, body } = await ann.allow([call.id], 10)
  expect({ status, body }).toMatchObject({ status: 200, body: { items: [{ id: call.id, state: 'runs', by: 'press' }] } })
  const runs = await ann.ended(thread_id)
  expect(runs.map(({ text, unattended }) => [text, unattended])).toEqual([
    [null, false],
    // The press covers the answer that goes on.
    ['Here it is.', false],
  ])
  expect(lastResults()).toEqual([expect.stringMatching(/^Made and shown to the person:\nw1: image/)])
  expect(results(desk.state.heard.at(-1))[0]?.files).toHaveLength(1)
  const [work] = await ann.made()
  expect(work).toMatchObject({ id: call.id, stepId: step, threadId: null, parentId: null, status: 'succeeded', unattended: false })
  // It is a work of the library; the conversation is one, and its steps are none.
  expect(parse(generationPageSchema, (await ann.call('GET', '/v1/generations?type__in=image')).body).items.map(({ id }) => id)).toEqual([
    call.id,
  ])
  expect(parse(threadPageSchema, (await ann.call('GET', '/v1/threads')).body).items).toMatchObject([{ id: thread_id, turns: 1 }])
  expect(runs[0]?.call_states).toMatchObject([{ id: call.id, state: 'done', makes: 'picture', by: 'press' }])
  await requireCleanLedger(ann.id, [call.id, ...runs.map(({ id }) => id)])
})

test('one of forty parallel presses makes the run, and the others find it', async () => {
  const ann = await desk.person()
  desk.state.script = (step) => (step === 0 ? [picture('a lake')] : 'Done.')
  const thread_id = uuidv7()
  await ann.say('Draw', { thread_id })
  const { id } = first(await ann.asked(1))
  const answers = await Promise.all(Array.from({ length: 40 }, () => ann.allow([id], 10)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await ann.ended(thread_id)
  expect(await ann.made()).toHaveLength(1)
  await requireCleanLedger(ann.id, [id])
})

describe('presses', () => {
  test('a press that cannot start the run says why, and the call still asks', async () => {
    const ann = await desk.person(5)
    desk.state.script = (step) => (step === 0 ? [picture('a lake')] : 'Done.')
    const thread_id = uuidv7()
    await ann.say('Draw', { thread_id })
    const { id } = first(await ann.asked(1))
    expect(await ann.allow([id], 9)).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    expect(await ann.allow([id], 10)).toMatchObject({ status: 402, body: { code: 'not_enough_tokens' } })
    expect(await ann.asked(1)).toMatchObject([{ state: 'asks' }])
    expect(await ann.made()).toEqual([])
  })

  test('several calls start together or not at all', async () => {
    const ann = await desk.person(20)
    desk.state.script = (step) => (step === 0 ? [picture('a lake'), picture('a city')] : 'Done.')
    const thread_id = uuidv7()
    await ann.say('Draw', { thread_id })
    const ids = (await ann.asked(2)).map(({ id }) => id)
    expect(await ann.allow(ids, 20)).toMatchObject({ status: 402 })
    expect(await ann.made()).toEqual([])
    expect(await ann.allow(ids.slice(0, 1), 10)).toMatchObject({ status: 200 })
    expect(parse(callSchema, (await ann.call('POST', `/v1/calls/${ids[1]}/refuse`, { words: 'One is enough' })).body).state).toBe('refused')
    await ann.ended(thread_id)
    expect(lastResults()).toEqual([expect.stringContaining('w1: image'), 'The person did not allow this.\nTheir words: "One is enough"'])
  })

  test('other people cannot answer a question', async () => {
    const [ann, eve] = [await desk.person(), await desk.person()]
    desk.state.script = () => [picture('a lake')]
    await ann.say('Draw', { thread_id: uuidv7() })
    const { id } = first(await ann.asked(1))
    expect((await eve.allow([id], 10)).status).toBe(404)
    expect((await eve.call('POST', `/v1/calls/${id}/refuse`, {})).status).toBe(404)
    expect((await eve.call('POST', `/v1/calls/${id}/quote`, {})).status).toBe(404)
  })
})

test('the person changes the prompt and the model, at the price of the changed run, and the assistant hears of it', async () => {
  const ann = await desk.person()
  desk.state.script = (step) => (step === 0 ? [picture('a lake')] : 'Done.')
  const thread_id = uuidv7()
  await ann.say('Draw', { thread_id })
  const { id } = first(await ann.asked(1))
  const edit = { prompt: 'a lake in fog', model: 'remix', options: { count: 3 } }
  expect((await ann.call('POST', `/v1/calls/${id}/quote`, edit)).body).toMatchObject({ price: 6 })
  expect(await ann.allow([id], 6, { edits: { [id]: edit } })).toMatchObject({ status: 200 })
  await ann.ended(thread_id)
  expect(await ann.made()).toMatchObject([{ model: 'remix', prompt: 'a lake in fog', priceMilli: 6_000 }])
  expect(lastResults()[0]).toMatch(/^The person changed it before allowing it\. Prompt: "a lake in fog", model: remix\./)
})

test('pictures start without asking by a rule, within the allowance; the rule is withdrawn', async () => {
  const ann = await desk.person()
  await ann.call('PUT', '/v1/tools/allowance', { tokens: 12 })
  desk.state.script = (step, { turns }) => (step === 0 ? [picture(`a lake ${turns.length}`)] : 'Done.')
  const thread_id = uuidv7()
  await ann.say('Draw', { thread_id })
  const { id } = first(await ann.asked(1))
  await ann.allow([id], 10, { rule: 'allow' })
  const [, last] = await ann.ended(thread_id)
  expect((await ann.call('GET', `/v1/tools?thread=${thread_id}`)).body).toMatchObject({ rules: [{ makes: 'picture', rule: 'allow' }] })
  await ann.say('Again', { thread_id, parent_id: last?.id })
  const ran = await ann.ended(thread_id)
  expect((await ann.made()).map(({ unattended }) => unattended)).toEqual([false, true])
  expect(ran.at(-1)).toMatchObject({ text: 'Done.', unattended: true })
  // 11 of 12 tokens are used up.
  await ann.say('Again', { thread_id, parent_id: ran.at(-1)?.id })
  const asked = first(await ann.asked(1))
  await ann.call('PUT', '/v1/tools/allowance', { thread: thread_id, tokens: 100 })
  expect((await ann.call('PUT', '/v1/tools/rules', { thread: thread_id, makes: 'picture', rule: null })).body).toMatchObject({ rules: [] })
  await ann.call('POST', `/v1/calls/${asked.id}/refuse`, { never: true })
  const refused = await ann.ended(thread_id)
  await ann.say('Again', { thread_id, parent_id: refused.at(-1)?.id })
  await ann.ended(thread_id)
  expect(lastResults().at(-1)).toBe('The person does not allow this in this conversation.')
  expect(await ann.made()).toHaveLength(2)
})

describe('calls that go wrong', () => {
  test.each<[string, [string, string][], RegExp]>([
    ['a kind that does not exist', [['create', '{"kind":"purchase","prompt":"x"}']], /Wrong arguments/],
    ['no prompt', [['create', '{"kind":"picture","prompt":" "}']], /Wrong arguments/],
    ['a huge prompt', [picture('x'.repeat(200_000))], /Wrong arguments/],
    ['an address instead of a handle', [picture('a lake', { from: ['http://127.0.0.1/secret'] })], /Wrong arguments|shown nothing/],
    ['a short address', [picture('a lake', { from: ['//a.example/x'] })], /shown nothing/],
    ['an id instead of a handle', [['change', JSON.stringify({ work: uuidv7(), how: 'enlarge' })]], /Wrong arguments/],
    ['a handle from the prototype', [['change', '{"work":"__proto__","how":"enlarge"}']], /shown nothing/],
    ['a tool that is switched off', [['use_recipe', '{"recipe":"Sign","values":{}}']], /no such tool/],
    ['a model and a price of its own', [picture('dragon', { model: 'gone', max_price: 0 })], /Not made|Wrong|can’t/],
    ['a kind without a model', [['create', '{"kind":"music","prompt":"a waltz"}']], /No model here/],
  ])('%s gives the assistant a reason, asks nobody and costs nothing', async (_what, calls, reason) => {
    const ann = await desk.person()
    const thread_id = uuidv7()
    desk.state.script = (step) => (step === 0 ? calls : 'Sorry.')
    await ann.call('POST', '/v1/generations', { model: 'remix', prompt: 'a lake' })
    await ann.say('Do it', { thread_id })
    const ended = await ann.ended(thread_id)
    expect(ended.at(-1)?.text).toBe('Sorry.')
    expect(lastResults()).toEqual([expect.stringMatching(reason)])
    expect(await ann.made()).toEqual([])
    expect(ended.reduce((sum, { charged_milli }) => sum + (charged_milli ?? 0), 0)).toBe(2_000)
  })

  test('a run that fails is free, its reason goes to the assistant once, and only a press tries again', async () => {
    const ann = await desk.person()
    desk.studio.script = async () => {
      throw new Error('broken')
    }
    await ann.call('PUT', '/v1/tools/allowance', { tokens: 100 })
    desk.state.script = (step) => (step < 2 ? [picture(`a lake ${step}`)] : 'It failed.')
    const thread_id = uuidv7()
    await ann.say('Draw', { thread_id })
    await ann.allow([first(await ann.asked(1)).id], 10, { rule: 'allow' })
    const second = first(await ann.asked(1))
    expect(await ann.made()).toMatchObject([{ status: 'failed', chargedMilli: 0 }])
    await ann.call('POST', `/v1/calls/${second.id}/refuse`, {})
    await ann.ended(thread_id)
    expect(lastResults()).toEqual([expect.stringMatching(/^It failed, at no cost: /), 'The person did not allow this.'])
  })
})

describe('questions', () => {
  test('the next message leaves a question unanswered, and its answer hears so', async () => {
    const ann = await desk.person()
    desk.state.script = (step, { turns }) =>
      turns.filter(({ role }) => role === 'user').length === 1 && step === 0 ? [picture('a lake')] : 'Fine.'
    const thread_id = uuidv7()
    const { id: parent_id } = await ann.say('Draw', { thread_id })
    const { id } = first(await ann.asked(1))
    await ann.say('Never mind', { thread_id, parent_id })
    expect((await ann.ended(thread_id)).map(({ halted, text }) => [halted, text])).toEqual([
      ['stopped', null],
      [null, 'Fine.'],
    ])
    expect(await ann.calls()).toMatchObject([{ state: 'stopped' }])
    expect(await ann.allow([id], 10)).toMatchObject({ status: 409, body: { code: 'call_decided' } })
    expect(await ann.call('POST', `/v1/calls/${id}/refuse`, {})).toMatchObject({ status: 409 })
    expect(desk.state.heard.at(-1)?.turns.map(({ role, text }) => (role === 'tool' ? text : role))).toEqual([
      'user',
      'assistant',
      '[Not answered]',
      'assistant',
      'user',
    ])
  })

  test('a stop ends the questions of an answer, and the runs of its calls', async () => {
    const ann = await desk.person()
    const started = Promise.withResolvers<void>()
    desk.studio.script = async (_request, { signal }) => {
      started.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    }
    desk.state.script = (step) => (step === 0 ? [picture('a lake'), picture('a city')] : 'Done.')
    const thread_id = uuidv7()
    const { id: step } = await ann.say('Draw', { thread_id })
    const [one] = await ann.asked(2)
    await ann.allow([one?.id ?? ''], 10)
    await started.promise
    expect(parse(generationSchema, (await ann.call('POST', `/v1/generations/${step}/cancel`)).body).halted).toBe('stopped')
    await expect.poll(async () => (await ann.calls()).map(({ state }) => state)).toEqual(['stopped', 'stopped'])
    expect(await ann.made()).toMatchObject([{ status: 'canceled', chargedMilli: 0 }])
    await requireCleanLedger(ann.id, [step, one?.id ?? ''])
  })

  test('a question can be answered a month later', async () => {
    const ann = await desk.person()
    desk.state.script = (step) => (step === 0 ? [picture('a lake')] : 'Done.')
    const thread_id = uuidv7()
    await ann.say('Draw', { thread_id })
    const { id } = first(await ann.asked(1))
    await desk.runtime.db.execute(
      `update tool_calls set created_at = now() - interval '31 days', asked_at = now() - interval '31 days' where id = '${id}'`,
    )
    const { sweepSteps } = await import('./sweep-steps.ts')
    await sweepSteps(desk.runtime.db, desk.runtime)
    expect(parse(callListSchema, (await ann.allow([id], 10)).body).items).toMatchObject([{ state: 'runs' }])
    expect((await ann.ended(thread_id)).at(-1)?.text).toBe('Done.')
  })
})

test('another answer keeps the finished calls and their works', async () => {
  const ann = await desk.person()
  desk.state.script = (step) => (step === 0 ? [picture('a lake')] : 'Done.')
  const thread_id = uuidv7()
  await ann.say('Draw', { thread_id })
  await ann.allow([first(await ann.asked(1)).id], 10)
  const [, answer] = await ann.ended(thread_id)
  desk.state.heard = []
  await ann.call('POST', `/v1/generations/${answer?.id}/retry`)
  await ann.ended(thread_id)
  expect(desk.state.heard).toHaveLength(1)
  expect(lastResults()).toEqual([expect.stringContaining('w1: image')])
  expect(await ann.made()).toHaveLength(1)
})
