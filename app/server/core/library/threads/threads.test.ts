import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { parse } from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GenerationInput, generationPageSchema, generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { threadPageSchema, threadSchema } from '#app/contract/studio/studio.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from '#app/server/api/api.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import type { CatalogueModel } from '#app/server/providers/catalogue/model.ts'
import { connectedProvider } from '#app/server/providers/connected/connected-provider.ts'
import type { TextModel } from '#app/server/providers/kinds.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { keepUpload } from '../../making/uploads/keep-upload.ts'

type Call = Parameters<TextModel['stream']>[0]

const text = (message: string) => ({ id: `test.${message}`, message })
const chat: CatalogueModel = {
  id: 'desk/chat',
  model: 'chat',
  via: 'text',
  type: 'text',
  name: text('Chat'),
  description: text('A model'),
  price: { base: 0, per: { measure: 'model_tokens', every: 1_000, input: 1, output: 10 } },
  options: {},
  inputs: [],
  prompt: { placeholder: text('Words'), maxLength: 10_000, examples: [] },
  maxOutputTokens: 500,
  history: true,
}

/** The history that the model received, one word per turn. */
let turnsSent: string[] = []
/** The media types of the files in each turn. */
let seen: string[][] = []
let answer: (call: Call) => ReturnType<TextModel['stream']>
const repeats = async ({ turns, onText }: Call) => (onText(`re: ${turns.at(-1)?.text}`), { inputTokens: 10, outputTokens: 20 })

const provider = connectedProvider({
  id: 'desk',
  name: 'Desk',
  models: [
    chat,
    { ...chat, id: 'desk/tool', model: 'tool', history: false },
    {
      ...chat,
      id: 'desk/eyes',
      model: 'eyes',
      inputs: [{ role: 'reference', types: ['image', 'document', 'audio'], max: 8, audio_types: ['audio/wav'] }],
    },
    { ...chat, id: 'desk/reader', model: 'reader', inputs: [{ role: 'reference', types: ['document'], max: 1 }], fallback: 'desk/viewer' },
    { ...chat, id: 'desk/viewer', model: 'viewer', inputs: [{ role: 'reference', types: ['image'], max: 1 }] },
  ],
  open: () => ({
    kind: 'text',
    stream(call) {
      turnsSent = call.turns.map((turn) => turn.text)
      seen = call.turns.map(({ files }) => files.map(({ mediaType }) => mediaType))
      return answer(call)
    },
  }),
  receive: () => Promise.reject(new Error('no files here')),
  scratchDir: '.',
})

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  answer = repeats
  turnsSent = []
})

type Rest = { thread_id?: string; parent_id?: string; model?: string; inputs?: GenerationInput[] }

async function person() {
  const user = await createUser(runtime, { tokens: 1_000 })
  const { token } = await createSession(runtime, runtime.keys, user)
  async function call(method: string, path: string, body?: unknown) {
    const response = await callApi(api, method, path, { body, token })
    const answered: unknown = response.status === 204 ? undefined : await response.json()
    return { status: response.status, body: answered }
  }
  async function submit(prompt: string, rest: Rest = {}) {
    const { status, body } = await call('POST', '/v1/generations', { model: 'desk/chat', prompt, ...rest })
    expect(status).toBe(202)
    return generationSchemaOf(body)
  }
  const get = async (id: string) => generationSchemaOf((await call('GET', `/v1/generations/${id}`)).body)
  return {
    ...user,
    call,
    submit,
    async upload(given?: Buffer) {
      const bytes = given ?? (await makePicture(9, 6))
      return keepUpload(runtime.db, { storage: runtime.storage, slots: runtime.uploadSlots, userId: user.id, bytes })
    },
    /** Says something and waits for the answer. */
    async say(prompt: string, rest: Rest = {}) {
      const { id } = await submit(prompt, rest)
      await expect.poll(async () => (await get(id)).finished_at).not.toBeNull()
      return get(id)
    },
    get,
    threads: async (query = '') => threadPageOf((await call('GET', `/v1/threads${query}`)).body),
    turns: async (thread: string) => parse(generationPageSchema, (await call('GET', `/v1/generations?thread=${thread}`)).body).items,
  }
}

const generationSchemaOf = (body: unknown) => parse(generationSchema, body)
const threadPageOf = (body: unknown) => parse(threadPageSchema, body)
const threadOf = (body: unknown) => parse(threadSchema, body)

test('only models that accept a history report it', async () => {
  const ann = await person()
  const { body } = await ann.call('GET', '/v1/models')
  expect(parse(modelsSchema, body).map(({ id, history }) => [id, history])).toEqual([
    ['desk/chat', true],
    ['desk/tool', false],
    ['desk/eyes', true],
    ['desk/reader', true],
    ['desk/viewer', true],
  ])
})

describe('the history of the model', () => {
  test('the history of the model is the path from the beginning to the answered turn, without other branches', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('one', { thread_id })
    const two = await ann.say('two', { thread_id, parent_id: one.id })
    await ann.say('two, edited', { thread_id, parent_id: one.id })
    expect(turnsSent).toEqual(['one', 're: one', 'two, edited'])
    await ann.say('another beginning', { thread_id })
    expect(turnsSent).toEqual(['another beginning'])
    await ann.say('three', { thread_id, parent_id: two.id })
    expect(turnsSent).toEqual(['one', 're: one', 'two', 're: two', 'three'])
  })

  test('the history of the model is the one that the quote counted', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('x'.repeat(5_000), { thread_id })
    const next = { model: 'desk/chat', prompt: 'go on', thread_id, parent_id: one.id }
    const quoted = parse(quoteAnswerSchema, (await ann.call('POST', '/v1/generations/quote', next)).body)
    const fresh = parse(quoteAnswerSchema, (await ann.call('POST', '/v1/generations/quote', { ...next, parent_id: undefined })).body)
    expect(quoted.price).toBeGreaterThan(fresh.price)
    expect((await ann.submit('go on', { thread_id, parent_id: one.id })).price).toBe(quoted.price)
  })

  test('the history holds a stopped answer as far as it was written and paid for, and skips a failed one', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('one', { thread_id })
    answer = async ({ onText, signal }) => {
      onText('half an ans')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    }
    const stopped = await ann.submit('two', { thread_id, parent_id: one.id })
    await expect.poll(async () => (await ann.get(stopped.id)).text).toBe('half an ans')
    const { body } = await ann.call('POST', `/v1/generations/${stopped.id}/cancel`)
    expect(body).toMatchObject({ status: 'canceled', text: 'half an ans' })
    // The answer is paid with what the first one has left of a token.
    expect(await ann.get(stopped.id)).toMatchObject({
      charged: 0,
      receipt: [{ kind: 'hold' }, { kind: 'settle', amount: 0 }, { kind: 'release' }],
    })
    answer = async () => {
      throw new ProviderError('refused', 'no')
    }
    const failed = await ann.say('three', { thread_id, parent_id: stopped.id })
    expect(failed).toMatchObject({ status: 'failed', charged: 0 })
    answer = repeats
    await ann.say('four', { thread_id, parent_id: failed.id })
    expect(turnsSent).toEqual(['one', 're: one', 'two', 'half an ans', 'four'])
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('the history has the image of an earlier turn, at the price that the quote says, as long as it exists', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const { id: upload_id } = await ann.upload()
    const image = { upload_id, role: 'reference' as const }
    const one = await ann.say('one', { thread_id, model: 'desk/eyes', inputs: [image] })
    expect(seen).toEqual([['image/png']])
    const next = { thread_id, parent_id: one.id, model: 'desk/eyes' }
    const quote = async () => parse(quoteAnswerSchema, (await ann.call('POST', '/v1/generations/quote', { ...next, prompt: 'two' })).body)
    const { price } = await quote()
    const two = await ann.say('two', next)
    expect(seen).toEqual([['image/png'], [], []])
    expect(two.price).toBe(price)

    await ann.say('two', { ...next, model: 'desk/chat' })
    expect(seen).toEqual([[], [], []])
    expect(turnsSent).toEqual(['one\n\n[Attached files that you cannot read: 1]', 're: one', 'two'])

    await ann.call('DELETE', `/v1/uploads/${upload_id}`)
    expect((await quote()).price).toBeLessThan(price)
    await ann.say('two', next)
    expect(seen).toEqual([[], [], []])
  })

  test('a PDF is priced by its pages and a sound by its length; files too large for one request are refused before', async () => {
    const ann = await person()
    const quote = async (...files: Buffer[]) => {
      const kept = await Promise.all(files.map((file) => ann.upload(file)))
      const inputs = kept.map(({ id }) => ({ upload_id: id, role: 'reference' }))
      return (await ann.call('POST', '/v1/generations/quote', { model: 'desk/eyes', prompt: 'Hi', inputs })).body
    }
    const plain = parse(quoteAnswerSchema, await quote()).price
    expect(parse(quoteAnswerSchema, await quote(makeDocument({ pages: 10 }))).price).toBe(plain + 40)
    expect(parse(quoteAnswerSchema, await quote(makeSound(60))).price).toBe(plain + 3)
    const mp3 = await readFile(new URL('../../../../../public/samples/music-1.mp3', import.meta.url))
    expect(await quote(mp3)).toMatchObject({ fields: { 'inputs.0': { code: 'input_format_not_taken' } } })
    const large = (filler: string) => Buffer.concat([makeDocument(), Buffer.from(`%${filler.repeat(8_000_000)}\n%%EOF`)])
    expect(await quote(large('a'), large('b'))).toMatchObject({ fields: { inputs: { code: 'inputs_too_large' } } })
  })

  test('the history sends at most twenty files, those of the latest turns', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const { id: upload_id } = await ann.upload()
    const image = { upload_id, role: 'reference' as const }
    let parent_id: string | undefined
    for (let turn = 0; turn < 3; turn += 1) {
      const said: Awaited<ReturnType<typeof ann.say>> = await ann.say(`${turn}`, {
        thread_id,
        model: 'desk/eyes',
        inputs: Array.from({ length: 8 }, () => image),
        ...(parent_id && { parent_id }),
      })
      parent_id = said.id
    }
    expect(seen.flat()).toHaveLength(20)
    expect(seen.map(({ length }) => length)).toEqual([4, 0, 8, 0, 8])
  })

  test('the history is cut at its oldest end, whole exchanges at a time', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    let parent_id: string | undefined
    for (let index = 0; index < 8; index += 1) {
      const said: Awaited<ReturnType<typeof ann.say>> = await ann.say(`${index}${'y'.repeat(5_000)}`, {
        thread_id,
        ...(parent_id && { parent_id }),
      })
      parent_id = said.id
    }
    expect(turnsSent.map((words) => words.replaceAll(/y+/g, ''))).toEqual([
      '2',
      're: 2',
      '3',
      're: 3',
      '4',
      're: 4',
      '5',
      're: 5',
      '6',
      're: 6',
      '7',
    ])
  })

  test('the history is empty where the model accepts none', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('one', { thread_id })
    await ann.say('two', { thread_id, parent_id: one.id, model: 'desk/tool' })
    expect(turnsSent).toEqual(['two'])
  })
})

test('a fallback that does not read the files of a run is not asked, and the run costs nothing', async () => {
  const ann = await person()
  const { id } = await ann.upload(makeDocument())
  const calls: string[] = []
  answer = async ({ model }) => {
    calls.push(model)
    throw new ProviderError('provider_auth', 'no')
  }
  const failed = await ann.say('What does it say?', { model: 'desk/reader', inputs: [{ upload_id: id, role: 'reference' }] })
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'invalid_input' }, charged: 0 })
  expect(calls).toEqual(['reader'])
})

describe('a turn', () => {
  test('a turn follows one of the same conversation that has ended', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    const running = await ann.submit('one', { thread_id })
    const body = { model: 'desk/chat', prompt: 'two', parent_id: running.id }
    expect(await ann.call('POST', '/v1/generations', { ...body, thread_id })).toMatchObject({
      status: 422,
      body: { fields: { parent_id: { code: 'invalid' } } },
    })
    await ann.call('POST', `/v1/generations/${running.id}/cancel`)
    expect((await ann.call('POST', '/v1/generations', { ...body, thread_id: uuidv7() })).status).toBe(422)
  })

  test('a turn that is regenerated is a sibling of the first', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('one', { thread_id })
    const two = await ann.say('two', { thread_id, parent_id: one.id })
    const again = generationSchemaOf((await ann.call('POST', `/v1/generations/${two.id}/retry`)).body)
    expect(again).toMatchObject({ prompt: 'two', thread_id, parent_id: one.id })
    const first = generationSchemaOf((await ann.call('POST', `/v1/generations/${one.id}/retry`)).body)
    expect(first).toMatchObject({ thread_id, parent_id: null })
  })

  test('a turn that was cut off at its maximum length says so', async () => {
    const ann = await person()
    expect((await ann.say('short')).cut).toBe(false)
    answer = async ({ onText }) => (onText('and then'), { cut: true, outputTokens: 500 })
    expect(await ann.say('long')).toMatchObject({ status: 'succeeded', text: 'and then', cut: true })
  })
})

describe('the list', () => {
  test('the list has the last used conversation first, with names, in pages that continue where they ended', async () => {
    const ann = await person()
    const ids = [uuidv7(), uuidv7(), uuidv7()]
    for (const [index, thread_id] of ids.entries()) await ann.say(`beginning ${index}`, { thread_id })
    await ann.say('again', { thread_id: ids[0] ?? '' })
    const renamed = threadOf((await ann.call('PATCH', `/v1/threads/${ids[1]}`, { title: ' Boats ' })).body)
    expect(renamed).toMatchObject({ title: 'Boats', first_prompt: 'beginning 1', turns: 1 })
    const first = await ann.threads('?limit=2')
    expect(first.items).toMatchObject([
      { id: ids[0], title: null, first_prompt: 'beginning 0', turns: 2 },
      { id: ids[2], first_prompt: 'beginning 2' },
    ])
    const second = await ann.threads(`?limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ items: [{ id: ids[1] }], next_cursor: null })
    expect((await ann.threads('?q=boat')).items.map(({ id }) => id)).toEqual([ids[1]])
    expect((await ann.threads('?q=BEGINNING')).items.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect((await ann.threads('?q=%25')).items).toEqual([])
    // Names that an earlier release stored as they were typed, with letters in two parts.
    await runtime.db
      .update(threads)
      .set({ title: 'Чай'.normalize('NFD') })
      .where(eq(threads.id, ids[1] ?? ''))
    await runtime.db
      .update(generations)
      .set({ prompt: 'Чайка'.normalize('NFD') })
      .where(eq(generations.prompt, 'beginning 2'))
    for (const form of ['NFC', 'NFD'])
      expect((await ann.threads(`?q=${encodeURIComponent('чай'.normalize(form))}`)).items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect((await ann.call('GET', '/v1/threads?cursor=nonsense')).body).toMatchObject({ code: 'unknown_cursor' })
    expect(threadOf((await ann.call('PATCH', `/v1/threads/${ids[1]}`, { title: '  ' })).body).title).toBeNull()
  })

  test('the list and everything in it belong to one person', async () => {
    const [ann, eve] = await Promise.all([person(), person()])
    const thread_id = uuidv7()
    const one = await ann.say('a secret', { thread_id })
    expect((await eve.threads()).items).toEqual([])
    expect(await eve.turns(thread_id)).toEqual([])
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'mine' }],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const)
      expect((await eve.call(method, `/v1/threads/${thread_id}${path}`, body)).status, method).toBe(404)
    const submit = (rest: object) => eve.call('POST', '/v1/generations', { model: 'desk/chat', prompt: 'and?', ...rest })
    expect((await submit({ thread_id })).status).toBe(404)
    expect((await submit({ thread_id: uuidv7(), parent_id: one.id })).status).toBe(404)
    expect((await ann.threads()).items).toMatchObject([{ id: thread_id, title: null, turns: 1 }])
    expect(turnsSent).toEqual(['a secret'])
  })
})

describe('a conversation in the trash', () => {
  test('a conversation in the trash is deleted with all turns, its runs are canceled, and a restore brings all back', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    const one = await ann.say('one', { thread_id })
    const thrown = await ann.say('thrown away before', { thread_id, parent_id: one.id })
    await runtime.db
      .update(generations)
      .set({ deletedAt: new Date(Date.now() - 60_000) })
      .where(eq(generations.id, thrown.id))
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    const running = await ann.submit('two', { thread_id, parent_id: one.id })
    expect((await ann.call('DELETE', `/v1/threads/${thread_id}`)).status).toBe(204)
    expect((await ann.threads()).items).toEqual([])
    expect(await ann.turns(thread_id)).toEqual([])
    expect((await ann.call('GET', `/v1/threads/${thread_id}`)).status).toBe(404)
    expect((await ann.call('DELETE', `/v1/threads/${thread_id}`)).status).toBe(404)
    const next = { model: 'desk/chat', prompt: 'more', thread_id, parent_id: one.id }
    expect((await ann.call('POST', '/v1/generations', next)).status).toBe(404)
    expect(await auditLedger(runtime.db)).toEqual([])

    const restored = threadOf((await ann.call('POST', `/v1/threads/${thread_id}/restore`)).body)
    expect(restored).toMatchObject({ id: thread_id, turns: 2 })
    expect((await ann.turns(thread_id)).map(({ id, status }) => [id, status])).toEqual([
      [running.id, 'canceled'],
      [one.id, 'succeeded'],
    ])
  })

  test('a purged conversation is not restored', async () => {
    const ann = await person()
    const thread_id = uuidv7()
    await ann.say('one', { thread_id })
    await ann.call('DELETE', `/v1/threads/${thread_id}`)
    await runtime.db.update(generations).set({ purgedAt: new Date() }).where(eq(generations.threadId, thread_id))
    expect((await ann.call('POST', `/v1/threads/${thread_id}/restore`)).status).toBe(404)
    expect((await ann.call('POST', `/v1/threads/${randomUUID()}/restore`)).status).toBe(404)
    expect((await ann.call('POST', '/v1/threads/none/restore')).status).toBe(404)
  })
})
