import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kinds } from '#app/contract/base/values.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { generationPageSchema, generationSchema, textEventSchema, thinkingSchema } from '#app/contract/runs/generations.ts'
import { collectionSchema } from '#app/contract/library/library.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import { sharedResultSchema } from '#app/contract/library/shares.ts'
import { statisticsSchema } from '#app/contract/library/statistics.ts'
import { balanceSchema, tokenEntryPageSchema } from '#app/contract/money/tokens.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { fileContent, hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { read } from '#tests/fixtures/read-response.ts'
import { grantTokens } from '../../core/money/tokens/grant-tokens.ts'
import { takeTokens } from '../../core/money/tokens/take-tokens.ts'
import { generations } from '../../db/schema/generations.ts'
import { deriveKeys } from '../../keys.ts'
import { ProviderError } from '../../providers/provider.ts'
import { createApi, endpoints } from '../api.ts'
import { describeApi } from '../openapi.ts'

const provider = scriptedProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  provider.script = succeeds
})

type Call = { body?: unknown; headers?: Record<string, string> }

async function person(tokens = 100) {
  const user = await createUser(runtime, { tokens })
  const { token } = await createSession(runtime, runtime.keys, user)
  return {
    ...user,
    token,
    call: (method: string, path: string, call: Call = {}) =>
      send(method, path, { ...call, headers: { authorization: `Bearer ${token}`, ...call.headers } }),
  }
}

function send(method: string, path: string, { body, headers }: Call = {}) {
  const isRaw = typeof body === 'string' || body === undefined
  return api.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: isRaw ? (body ?? null) : JSON.stringify(body),
    }),
    { clientAddress: '127.0.0.1' },
  )
}

/** The status and code of a refusal, checked against the documented shape and for private content. */
async function refusal(response: Response | Promise<Response>) {
  const { status } = await response
  const text = await (await response).clone().text()
  expect(text).not.toMatch(/\bat .*\.(?:ts|js):|node_modules|\/app\/|select |insert /)
  return { status, ...v.parse(errorBodySchema, JSON.parse(text)) }
}

async function finished({ call }: Awaited<ReturnType<typeof person>>, id: string) {
  await expect
    .poll(async () => (await read(generationSchema, call('GET', `/v1/generations/${id}`))).status)
    .toMatch(/succeeded|failed|canceled/)
  return read(generationSchema, call('GET', `/v1/generations/${id}`))
}

const picture = { model: 'image-10', prompt: 'a lake' }

describe('generations', () => {
  test('a run is quoted, held, made, settled and listed, and its receipt shows it', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const quote = await (await ann.call('POST', '/v1/generations/quote', { body: picture })).json()
    expect(quote).toEqual({
      price: 10,
      price_milli: 10_000,
      hold: 10,
      available: 100,
      missing: 0,
      over_limit: null,
      email_not_verified: false,
      understood: null,
      advice: null,
    })
    const submitted = await ann.call('POST', '/v1/generations', { body: picture })
    expect(submitted.status).toBe(202)
    const { id } = await read(generationSchema, submitted)
    const generation = await finished(ann, id)
    expect(generation).toMatchObject({ status: 'succeeded', price: 10, charged: 10, progress: 1, error: null })
    expect(generation.receipt.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['hold', 10],
      ['settle', 10],
    ])
    expect(generation.files).toHaveLength(1)
    const page = await read(generationPageSchema, ann.call('GET', '/v1/generations?type__in=image'))
    expect(page.items.map((item) => item.id)).toEqual([id])
    expect(await read(balanceSchema, ann.call('GET', '/v1/tokens'))).toMatchObject({ available: 90, held: 0 })
    const entries = await read(tokenEntryPageSchema, ann.call('GET', '/v1/tokens/entries'))
    expect(entries.items.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['settle 10', 'hold 10', 'grant 100'])
    const statistics = await read(statisticsSchema, ann.call('GET', '/v1/statistics'))
    expect(statistics.totals).toMatchObject([{ type: 'image', generations: 1, succeeded: 1, tokens: 10 }])
  })

  test('answers with images are listed among images, and each image can be shared and used', async () => {
    const ann = await person()
    const draw = makesAFile(runtime.scratchDir)
    provider.script = async (request, context) => {
      const { files } = await draw(request, context)
      return request.model === 'text-1' ? { text: 'A heron.', files: request.prompt === 'draw' ? files : [] } : { text: null, files }
    }
    const make = async (body: object) =>
      finished(ann, (await read(generationSchema, ann.call('POST', '/v1/generations', { body: { prompt: 'a lake', ...body } }))).id)
    const answer = await make({ model: 'text-1', prompt: 'draw' })
    await make({ model: 'text-1' })
    const image = await make({ model: 'image-10' })
    const listed = async (query: string) =>
      (await read(generationPageSchema, ann.call('GET', `/v1/generations?${query}`))).items.map(({ id }) => id)
    expect(await listed('shows=image')).toEqual([image.id, answer.id])
    expect(await listed('type__in=image')).toEqual([image.id])
    const first = await read(generationPageSchema, ann.call('GET', '/v1/generations?shows=image&limit=1'))
    expect(await listed(`shows=image&limit=1&cursor=${first.next_cursor}`)).toEqual([answer.id])
    expect(await listed('shows=image&model__in=text-1')).toEqual([answer.id])

    const used = await make({ model: 'remix', inputs: [{ generation_id: answer.id, index: 1, role: 'reference' }] })
    expect(used.status).toBe('succeeded')
    const { token } = await read(
      v.object({ token: v.string() }),
      ann.call('POST', `/v1/generations/${answer.id}/share`, { body: { show_prompt: true } }),
    )
    const [shown] = (await read(sharedResultSchema, ann.call('GET', `/v1/shares/${token}`))).files
    const opened = await ann.call('GET', (shown?.url ?? '').replace('/api', ''))
    expect(opened.headers.get('content-type')).toBe('image/webp')
    expect((await opened.arrayBuffer()).byteLength).toBe(shown?.bytes)

    await ann.call('DELETE', `/v1/generations/${answer.id}`)
    expect(await listed('shows=image')).toEqual([used.id, image.id])
    expect(await listed('shows=image&trash=true')).toEqual([answer.id])
  })

  test('the list is paged by its key: nothing twice, nothing left out, whatever is added above', async () => {
    const ann = await person()
    const made: string[] = []
    for (let count = 0; count < 5; count += 1)
      made.push((await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: `n ${count}` } }))).id)
    const first = await read(generationPageSchema, ann.call('GET', '/v1/generations?limit=2'))
    await ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'newer' } })
    const second = await read(generationPageSchema, ann.call('GET', `/v1/generations?limit=2&cursor=${first.next_cursor}`))
    const third = await read(generationPageSchema, ann.call('GET', `/v1/generations?limit=2&cursor=${second.next_cursor}`))
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(made.toReversed())
    expect(third.next_cursor).toBeNull()
  })

  test('search finds words of the prompt and takes wildcards literally', async () => {
    const ann = await person()
    await ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'Закат над морем, 100% синий' } })
    const found = async (q: string) =>
      (await read(generationPageSchema, ann.call('GET', `/v1/generations?q=${encodeURIComponent(q)}`))).items.length
    expect(await found('закат')).toBe(1)
    expect(await found('100%')).toBe(1)
    expect(await found('%лес%')).toBe(0)
  })

  test('a repeated Idempotency-Key is answered with the same generation', async () => {
    const ann = await person()
    const submit = () =>
      read(generationSchema, ann.call('POST', '/v1/generations', { body: picture, headers: { 'idempotency-key': 'a-key' } }))
    expect((await submit()).id).toBe((await submit()).id)
    const other = ann.call('POST', '/v1/generations', { body: { ...picture, prompt: 'other' }, headers: { 'idempotency-key': 'a-key' } })
    expect(await refusal(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    expect(
      await refusal(ann.call('POST', '/v1/generations', { body: picture, headers: { 'idempotency-key': 'k'.repeat(201) } })),
    ).toMatchObject({ status: 422 })
  })

  test('canceling a running generation gives its tokens back', async () => {
    const ann = await person()
    provider.script = hangs
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    await expect.poll(async () => (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).status).toBe('running')
    const canceled = await read(generationSchema, ann.call('POST', `/v1/generations/${id}/cancel`))
    expect(canceled).toMatchObject({ status: 'canceled', charged: 0 })
    expect(await read(balanceSchema, ann.call('GET', '/v1/tokens'))).toMatchObject({ available: 100, held: 0 })
  })

  test('a text that is canceled midway costs the written part, and the receipt says that it was stopped early', async () => {
    const ann = await person()
    provider.script = (request, context) => {
      context.onText('Half', { inputTokens: 1, outputTokens: 1 })
      return hangs(request, context)
    }
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'a poem' } }))
    await expect.poll(async () => (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).text).toBe('Half')
    const canceled = await read(generationSchema, ann.call('POST', `/v1/generations/${id}/cancel`))
    expect(canceled).toMatchObject({
      status: 'canceled',
      charged: 1,
      text: 'Half',
      receipt: [{ kind: 'hold' }, { kind: 'settle', amount: 1, reason: 'stopped_early' }],
    })
    expect(await read(balanceSchema, ann.call('GET', '/v1/tokens'))).toMatchObject({ available: 99, held: 0 })
    const entries = await read(tokenEntryPageSchema, ann.call('GET', '/v1/tokens/entries'))
    expect(entries.items[0]).toMatchObject({ kind: 'settle', amount: 1, reason: 'stopped_early' })
  })

  test('an image that its provider can no longer stop is not canceled: it is made, and charged as quoted', async () => {
    const ann = await person()
    const gate = Promise.withResolvers<void>()
    const draw = makesAFile(runtime.scratchDir)
    provider.script = async (request, context) => {
      await context.handOver()
      await gate.promise
      return draw(request, context)
    }
    const { id, cancel } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    expect(cancel).toBe('free')
    await expect.poll(async () => (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).status).toBe('running')
    await expect
      .poll(() =>
        runtime.db
          .select()
          .from(generations)
          .where(and(eq(generations.id, id), isNotNull(generations.handedOverAt))),
      )
      .toHaveLength(1)
    for (const [locale, detail] of [
      ['en', /too late to cancel.*charged as quoted/],
      ['ru', /Отменить уже нельзя.*токены спишутся/],
    ] as const) {
      const refused = await refusal(ann.call('POST', `/v1/generations/${id}/cancel`, { headers: { 'accept-language': locale } }))
      expect(refused).toMatchObject({ status: 409, code: 'too_late_to_cancel', detail: expect.stringMatching(detail) })
    }
    expect((await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).cancel).toBe('too_late')
    gate.resolve()
    expect(await finished(ann, id)).toMatchObject({ status: 'succeeded', charged: 10, cancel: null })
  })

  test('a favorite and a title are stored; a deleted work leaves the library and cannot be changed any more', async () => {
    const ann = await person()
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    expect(
      await read(generationSchema, ann.call('PATCH', `/v1/generations/${id}`, { body: { favorite: true, title: 'Lake' } })),
    ).toMatchObject({ favorite: true, title: 'Lake' })
    expect((await read(generationPageSchema, ann.call('GET', '/v1/generations?favorite=true'))).items).toHaveLength(1)
    expect((await ann.call('DELETE', `/v1/generations/${id}`)).status).toBe(204)
    expect((await read(generationPageSchema, ann.call('GET', '/v1/generations'))).items).toEqual([])
    expect(await refusal(ann.call('PATCH', `/v1/generations/${id}`, { body: { favorite: false } }))).toMatchObject({ status: 404 })
  })
})

describe('a stranger', () => {
  test('a stranger cannot see, change, cancel, retry or delete a generation, nor build on it: it is absent, not forbidden', async () => {
    const ann = await person()
    const eve = await person()
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    const tries = [
      eve.call('GET', `/v1/generations/${id}`),
      eve.call('PATCH', `/v1/generations/${id}`, { body: { favorite: true } }),
      eve.call('POST', `/v1/generations/${id}/cancel`),
      eve.call('POST', `/v1/generations/${id}/retry`),
      eve.call('DELETE', `/v1/generations/${id}`),
      eve.call('POST', '/v1/generations', { body: { ...picture, parent_id: id } }),
    ]
    for (const response of tries) expect(await refusal(response)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('only the owner and holders of the signed link can read a file', async () => {
    const ann = await person()
    const eve = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    const [file] = (await finished(ann, id)).files
    if (!file) throw new Error('no file')
    const plain = `/v1/files/${file.id}`
    const signed = file.url.replace('/api', '')
    expect((await send('GET', signed)).status).toBe(200)
    expect((await ann.call('GET', plain)).status).toBe(200)
    const refused = [
      send('GET', plain),
      eve.call('GET', plain),
      send(
        'GET',
        signed.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      send('GET', signed.replace(/expires=\d+/, 'expires=1')),
      send('GET', `/v1/files/${randomUUID()}`),
    ]
    for (const response of refused) expect(await refusal(response)).toMatchObject({ status: 404 })
    await ann.call('DELETE', `/v1/generations/${id}`)
    await ann.call('POST', '/v1/library/bulk', { body: { ids: [id], action: 'purge' } })
    expect((await send('GET', signed)).status).toBe(404)
  })
})

describe('files', () => {
  test('files are sent whole, in ranges, and not again when nothing has changed; they never run as a page', async () => {
    const ann = await person()
    provider.script = makesAFile(runtime.scratchDir)
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: picture }))
    const [file] = (await finished(ann, id)).files
    const path = (file?.url ?? '').replace('/api', '')
    const whole = await send('GET', path)
    expect(await whole.text()).toBe(fileContent)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/webp',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="a-lake.webp"',
    })
    const etag = whole.headers.get('etag') ?? ''
    expect((await send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await send('GET', path, { headers: { range: 'bytes=2-8' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 2-8/${fileContent.length}`,
      fileContent.slice(2, 9),
    ])
    expect((await send('GET', path, { headers: { range: 'bytes=2-8', 'if-range': '"other"' } })).status).toBe(200)
    const beyond = await send('GET', path, { headers: { range: 'bytes=1000-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${fileContent.length}`])
    expect((await send('GET', `${path}&download=1`)).headers.get('content-disposition')).toMatch(/^attachment/)
  })
})

describe('events', () => {
  /** Reads server-sent events up to the wanted one; returns all of them. */
  async function readUntil(response: Response, wanted: (event: string, data: unknown) => boolean) {
    const seen: { event: string; data: unknown }[] = []
    if (!response.body) throw new Error('no stream')
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      rest += chunk
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^event: (.+)$/m.exec(block)?.[1]
        if (!event) continue
        const data: unknown = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null')
        seen.push({ event, data })
        if (wanted(event, data)) return seen
      }
    }
    throw new Error(`the stream ended after ${JSON.stringify(seen)}`)
  }
  const isDone = (event: string, data: unknown) => event === 'generation' && v.is(v.looseObject({ status: v.literal('succeeded') }), data)

  test('events report status, text and balance as they change', async () => {
    const ann = await person()
    const goOn = Promise.withResolvers<void>()
    provider.script = async (_request, { onText }) => {
      onText('one ')
      await goOn.promise
      onText('two')
      return { text: 'one two', files: [] }
    }
    const stream = await ann.call('GET', '/v1/generations/events', { headers: { accept: 'text/event-stream' } })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const opened = Promise.withResolvers<void>()
    const watched = readUntil(stream, (event, data) => {
      opened.resolve()
      return isDone(event, data)
    })
    await opened.promise
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'x' } }))
    await expect.poll(async () => (await read(generationSchema, ann.call('GET', `/v1/generations/${id}`))).text).toBe('one ')
    goOn.resolve()
    const seen = await watched
    expect(seen[0]).toEqual({ event: 'tokens', data: { available: 100, held: 0 } })
    expect(seen).toContainEqual({ event: 'tokens', data: { available: 99, held: 1 } })
    expect(seen.at(-1)).toMatchObject({ event: 'generation', data: { id, status: 'succeeded', text: 'one two', charged: 1 } })
  })

  test('events report the reasoning before the text, which a reader of the run finds too', async () => {
    const ann = await person()
    const goOn = Promise.withResolvers<void>()
    provider.script = async (_request, { onText, onThinking }) => {
      onThinking?.('I look ', {})
      await goOn.promise
      onThinking?.('it up.', {})
      onText('A heron')
      return { text: 'A heron', thinking: 'I look it up.', files: [] }
    }
    const stream = await ann.call('GET', '/v1/generations/events', { headers: { accept: 'text/event-stream' } })
    const watched = readUntil(stream, isDone)
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'x' } }))
    const asked = () => read(generationSchema, ann.call('GET', `/v1/generations/${id}`))
    await expect.poll(asked).toMatchObject({ thinking: true, thinking_started_at: expect.any(String), thinking_ms: null })
    expect(await read(thinkingSchema, ann.call('GET', `/v1/generations/${id}/thinking`))).toEqual({ text: 'I look ' })
    goOn.resolve()
    const seen = await watched
    // The pieces join to the whole, however the writes were batched.
    const first = seen.find(({ event }) => event === 'thinking')
    const pieces = seen.flatMap(({ event, data }) => (event === 'thinking' ? [v.parse(textEventSchema, data)] : []))
    const known = 'I look it up.'.slice(0, pieces[0]?.offset)
    expect(first).toBeDefined()
    expect(known + pieces.map(({ delta }) => delta).join('')).toBe('I look it up.')
    expect(seen.at(-1)).toMatchObject({
      data: { thinking: true, thinking_started_at: null, thinking_ms: expect.any(Number), text: 'A heron' },
    })
  })

  test('events report tokens that are bought or reversed meanwhile', async () => {
    const ann = await person()
    const userId = ann.id
    async function buyAndReturn() {
      await runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'pack', amount: 600, expiresAt: null, reason: null }))
      await runtime.db.transaction((tx) => takeTokens(tx, { userId, amount: 50, paymentId: null, reason: 'refund' }))
    }
    const stream = await ann.call('GET', '/v1/generations/events', { headers: { accept: 'text/event-stream' } })
    const has = (available: number, data: unknown) => v.is(v.looseObject({ available: v.literal(available) }), data)
    let bought: Promise<void> | undefined
    const seen = await readUntil(stream, (_event, data) => {
      if (has(100, data)) bought = buyAndReturn()
      return has(650, data)
    })
    await bought
    expect(seen.at(-1)).toEqual({ event: 'tokens', data: { available: 650, held: 0 } })
  })

  test('a reopened stream reports the missed changes', async () => {
    const ann = await person()
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'x' } }))
    await finished(ann, id)
    const stream = await ann.call('GET', '/v1/generations/events', { headers: { 'last-event-id': String(Date.now() - 1000) } })
    const seen = await readUntil(stream, isDone)
    expect(seen.at(-1)).toMatchObject({ data: { id } })
  })

  test('other listeners are notified when a work enters or leaves a collection', async () => {
    const ann = await person()
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'x' } }))
    await finished(ann, id)
    const elsewhere = await ann.call('GET', '/v1/generations/events')
    const { id: collection } = await read(collectionSchema, ann.call('POST', '/v1/collections', { body: { name: 'Lakes' } }))
    const sort = (action: 'add' | 'remove') =>
      ann.call('POST', '/v1/library/bulk', { body: { ids: [id], action, collection_id: collection } })
    const isSorted = (ids: string[]) => (event: string, data: unknown) =>
      event === 'generation' &&
      v.is(v.looseObject({ id: v.literal(id), collection_ids: v.strictTuple(ids.map((one) => v.literal(one))) }), data)
    let step = 0
    await readUntil(elsewhere, (event, data) => {
      // After the first events of the stream, each change is awaited.
      if (step === 0 && isSorted([])(event, data)) {
        step = 1
        void sort('add')
      } else if (step === 1 && isSorted([collection])(event, data)) {
        step = 2
        void sort('remove')
      } else if (step === 2 && isSorted([])(event, data)) step = 3
      return step === 3
    })
    expect(step).toBe(3)
  })

  test('a person receives no events of others', async () => {
    const ann = await person()
    const eve = await person()
    const stream = await eve.call('GET', '/v1/generations/events')
    const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'x' } }))
    await finished(ann, id)
    const { id: own } = await read(generationSchema, eve.call('POST', '/v1/generations', { body: { model: 'text-1', prompt: 'y' } }))
    const seen = await readUntil(stream, isDone)
    expect(JSON.stringify(seen)).toContain(own)
    expect(JSON.stringify(seen)).not.toContain(id)
  })
})

describe('bad input', () => {
  const tooLong = 'a'.repeat(1_001)
  test.each([
    ['an empty prompt', { ...picture, prompt: '   ' }, { prompt: 'prompt_empty' }],
    ['a prompt over the model’s limit', { ...picture, prompt: tooLong }, { prompt: 'prompt_too_long' }],
    ['a missing prompt', { model: 'image-10' }, { prompt: 'required' }],
    ['an unknown model', { ...picture, model: 'nope' }, { model: 'model_unknown' }],
    ['a number above its range', { ...picture, options: { duration: 101 } }, { 'options.duration': 'too_large' }],
    ['a number below its range', { ...picture, options: { duration: 0 } }, { 'options.duration': 'too_small' }],
    ['a fraction for a whole number', { ...picture, options: { duration: 1.5 } }, { 'options.duration': 'invalid' }],
    ['a value that is not offered', { ...picture, options: { size: 'huge' } }, { 'options.size': 'not_an_option' }],
    ['an option of another model', { ...picture, options: { wings: 2 } }, { 'options.wings': 'unknown_field' }],
    ['a wrong type', { ...picture, prompt: 7 }, { prompt: 'required' }],
    ['a list instead of an object', [], undefined],
    [
      'files that the model does not take',
      { ...picture, inputs: [{ generation_id: randomUUID(), role: 'source' }] },
      { 'inputs.0': 'input_not_taken' },
    ],
    ['an id that is none', { ...picture, parent_id: '1' }, { parent_id: 'invalid' }],
  ])('an input with %s is refused at its field, and nothing is held', async (_what, body, fields) => {
    const ann = await person()
    const answer = await refusal(ann.call('POST', '/v1/generations', { body }))
    expect(answer).toMatchObject({ status: 422, code: 'invalid_input' })
    const codes = Object.fromEntries(Object.entries(answer.fields ?? {}).map(([name, { code }]) => [name, code]))
    if (fields) expect(codes).toEqual(fields)
    expect(await read(balanceSchema, ann.call('GET', '/v1/tokens'))).toMatchObject({ available: 100, held: 0 })
  })

  test('too few tokens are a 402 with the missing amount, in the caller’s language', async () => {
    const ann = await person(3)
    const body = { body: picture, headers: { 'accept-language': 'ru' } }
    const answer = await refusal(ann.call('POST', '/v1/generations', body))
    expect(answer).toMatchObject({ status: 402, code: 'not_enough_tokens', missing: 7 })
    expect(answer.detail).toContain('7 токенов')
  })

  test('an unavailable model cannot be run', async () => {
    const ann = await person()
    expect(await refusal(ann.call('POST', '/v1/generations', { body: { ...picture, model: 'gone' } }))).toMatchObject({
      status: 503,
      code: 'model_unavailable',
    })
  })

  test.each([
    ['malformed JSON', '{"model":', 400, 'malformed_json'],
    ['a body of over a megabyte', JSON.stringify({ prompt: 'a'.repeat(1_100_000) }), 413, 'payload_too_large'],
  ])('a request with %s is refused', async (_what, body, status, code) => {
    const ann = await person()
    expect(await refusal(ann.call('POST', '/v1/generations', { body }))).toMatchObject({ status, code })
  })

  test('a body that is too large is rejected in the caller’s language', async () => {
    const ann = await person()
    const body = JSON.stringify({ prompt: 'a'.repeat(1_100_000) })
    const answer = await refusal(ann.call('POST', '/v1/generations', { body, headers: { 'accept-language': 'ru' } }))
    expect(answer.detail).toBe('Запрос слишком большой.')
  })

  test('a body that is not JSON is rejected', async () => {
    const ann = await person()
    expect(
      await refusal(ann.call('POST', '/v1/generations', { body: 'model=x', headers: { 'content-type': 'text/plain' } })),
    ).toMatchObject({ status: 415 })
  })

  test.each(['x', 'AAAA', Buffer.from('not-a-uuid').toString('base64url'), 'a'.repeat(150)])('the cursor %s is unknown', async (cursor) => {
    const ann = await person()
    expect(await refusal(ann.call('GET', `/v1/generations?cursor=${cursor}`))).toMatchObject({ status: 400, code: 'unknown_cursor' })
    expect(await refusal(ann.call('GET', `/v1/tokens/entries?cursor=${cursor}`))).toMatchObject({ status: 400, code: 'unknown_cursor' })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'type__in=smell', 'status__in=done', 'favorite=maybe', 'thread=1'])(
    'the query %s is refused',
    async (query) => {
      const ann = await person()
      expect(await refusal(ann.call('GET', `/v1/generations?${query}`))).toMatchObject({ status: 422, code: 'invalid_input' })
    },
  )

  const refuses = () => Promise.reject(new ProviderError('refused', 'no'))

  test('a list parameter takes commas, repetition and brackets alike, and an empty list is no filter', async () => {
    const ann = await person(1_000)
    for (const [model, script] of [
      ['text-1', succeeds],
      ['image-10', refuses],
      ['video', hangs],
    ] as const) {
      provider.script = script
      const { id } = await read(generationSchema, ann.call('POST', '/v1/generations', { body: { model, prompt: 'a lake' } }))
      if (script === hangs) await ann.call('POST', `/v1/generations/${id}/cancel`)
      await finished(ann, id)
    }
    const listSchema = v.union([v.array(v.unknown()), v.object({ items: v.array(v.unknown()) })])
    const count = async (path: string, query: string) => {
      const list = await read(listSchema, ann.call('GET', `${path}?${query}`))
      return 'items' in list ? list.items.length : list.length
    }
    for (const [path, name, one, other, all] of [
      ['/v1/models', 'type__in', 'text', 'video', 5],
      ['/v1/generations', 'type__in', 'text', 'video', 3],
      ['/v1/generations', 'status__in', 'succeeded', 'canceled', 3],
      ['/v1/generations', 'model__in', 'text-1', 'video', 3],
      ['/v1/tokens/entries', 'kind__in', 'grant', 'settle', 7],
    ] as const) {
      const both = [
        `${name}=${one},${other}`,
        `${name}=${one}&${name}=${other}`,
        `${name}[]=${one}&${name}[]=${other}`,
        `${name}%5B%5D=${one}&${name}=${other}`,
        `${name}=&${name}=${one},,${other}`,
      ]
      for (const query of both) expect(await count(path, query), `${path}?${query}`).toBe(2)
      for (const query of [`${name}[]=${one}`, `${name}=${other}`]) expect(await count(path, query), `${path}?${query}`).toBe(1)
      for (const query of ['', `${name}=`, `${name}[]=`, `${name}=,`, `${name}[]=&${name}[]=`])
        expect(await count(path, query), `${path}?${query}`).toBe(all)
    }
    expect(await refusal(ann.call('GET', '/v1/generations?type__in[]=smell'))).toMatchObject({
      status: 422,
      fields: { 'type__in.0': { code: 'not_an_option' } },
    })
  })

  test.each(['not-an-id', '%00', '../../etc/passwd', randomUUID()])('the id %s is absent', async (id) => {
    const ann = await person()
    expect(await refusal(ann.call('GET', `/v1/generations/${encodeURIComponent(id)}`))).toMatchObject({ status: 404 })
  })

  test('an expired token, one signed with another key, one of another purpose and a missing one are 401', async () => {
    const ann = await person()
    const sign = (key: Uint8Array, expires: string) =>
      new SignJWT({ sid: randomUUID() })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(ann.id)
        .setIssuer('quartet')
        .setAudience('quartet-api')
        .setExpirationTime(expires)
        .sign(key)
    const tokens = [
      await sign(runtime.keys.accessToken, '-1s'),
      await sign(deriveKeys('x'.repeat(40)).accessToken, '1h'),
      await sign(runtime.keys.fileUrl, '1h'),
      `${ann.token}x`,
      'a.b.c',
    ]
    for (const token of tokens)
      expect(await refusal(send('GET', '/v1/tokens', { headers: { authorization: `Bearer ${token}` } }))).toMatchObject({
        status: 401,
        code: 'unauthorized',
      })
    expect(await refusal(send('GET', '/v1/tokens'))).toMatchObject({ status: 401 })
    expect(await refusal(send('GET', '/v1/tokens', { headers: { authorization: ann.token } }))).toMatchObject({ status: 401 })
  })

  test('an unknown address is 404, a known one with another method 405', async () => {
    expect(await refusal(send('GET', '/v1/nothing'))).toMatchObject({ status: 404 })
    const answer = await send('DELETE', '/v1/models')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('the document', () => {
  test('the document describes every call, and every reference in it leads somewhere', async () => {
    const document = v.parse(
      v.object({
        openapi: v.literal('3.1.0'),
        paths: v.record(
          v.string(),
          v.record(v.string(), v.looseObject({ summary: v.string(), responses: v.record(v.string(), v.unknown()) })),
        ),
        components: v.object({ schemas: v.record(v.string(), v.unknown()) }),
      }),
      await (await send('GET', '/v1/openapi-all.json')).json(),
    )
    for (const { method, path } of endpoints.map(({ call }) => call))
      expect(document.paths[path]?.[method.toLowerCase()]?.summary, `${method} ${path}`).toBeTruthy()
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name)
  })

  test('the document describes list parameters as arrays', () => {
    const { components } = describeApi(endpoints.map(({ call }) => call))
    expect(components.parameters['type__in']).toMatchObject({
      name: 'type__in',
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { enum: kinds } },
    })
  })

  test('models come in the caller’s language and by kind', async () => {
    const models = await read(modelsSchema, send('GET', '/v1/models?type__in=image,video'))
    expect(models.map(({ id }) => id)).toEqual(['image-10', 'video', 'remix'])
    const gone = await read(modelsSchema, send('GET', '/v1/models?type__in=audio'))
    expect(gone).toMatchObject([{ available: false, unavailable_reason: 'Not today' }])
  })
})
