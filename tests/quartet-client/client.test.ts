import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiError, type Generation, openClient, RunError, type RunEvent, verifyWebhook, WebhookError } from '#client'
import { revokeApiKeys } from '#app/server/core/identity/api-keys/revoke-api-key.ts'
import { signWebhook } from '#app/server/core/rules/webhooks/sign-webhook.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhooks } from '#app/server/db/schema/webhooks.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { fileContent, hangs, makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { serveApi } from '#tests/fixtures/http-api.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'

const provider = scriptedProvider()
let runtime: TestRuntime
let server: Awaited<ReturnType<typeof serveApi>>
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  runtime = await openTestRuntime({ provider, work: true, env: { WEBHOOK_ORIGINS: receiver.origin } })
  server = await serveApi(runtime)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await runtime[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  provider.script = succeeds
  server.setWeather({})
  server.requests.length = 0
})

async function program({ tokens = 1_000 } = {}) {
  const { id } = await createUser(runtime, { tokens })
  const key = await createKey(runtime, { id }, { scopes: ['read', 'generate', 'library'] })
  return { id, key, quartet: openClient({ url: server.url, key }) }
}
const prompt = { model: 'text-1', prompt: 'a lake' }
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const pictureFile = async () => new File([Uint8Array.from(await makePicture())], 'lake.png')
/** Loses the first `times` requests that fit. */
function losing(times: number, fits: (request: Request) => boolean) {
  let left = times
  return (request: Request) => (fits(request) && left-- > 0 ? ('lost' as const) : undefined)
}

test('generate returns the finished run, or throws the reason of one without a result', async () => {
  const { quartet } = await program()
  expect(await quartet.generate(prompt)).toMatchObject({ status: 'succeeded', text: 'done', charged: 1 })
  provider.script = async () => {
    throw new Error('broken')
  }
  const error = await failureOf(quartet.generate(prompt))
  expect(error).toBeInstanceOf(RunError)
  expect(error).toMatchObject({ generation: { status: 'failed', charged: 0, error: { code: 'internal' } } })
})

test('a run whose answer is lost is asked for again with the same key, and made and paid for once', async () => {
  const { id, quartet } = await program()
  server.setWeather({ after: losing(2, ({ method }) => method === 'POST') })
  expect(await quartet.generate(prompt)).toMatchObject({ status: 'succeeded', charged: 1 })
  const keys = server.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  expect(await runtime.db.$count(generations, eq(generations.userId, id))).toBe(1)
})

test('a call that would have a second effect is not repeated', async () => {
  const { quartet } = await program()
  server.setWeather({ after: losing(1, ({ method }) => method === 'POST') })
  const error = await failureOf(quartet.upload(await pictureFile()))
  expect(error).toMatchObject({ status: 0, code: 'unreachable' })
  expect(server.requests).toHaveLength(1)
})

test('a refusal has the code, the fields and the id of the request, in the language asked for', async () => {
  const { key, quartet } = await program({ tokens: 0 })
  const error = await failureOf(quartet.generate({ ...prompt, options: { size: 'huge' } }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, code: 'invalid_input', fields: { 'options.size': { code: 'not_an_option' } } })
  expect(error).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(await failureOf(quartet.generate(prompt))).toMatchObject({ status: 402, code: 'not_enough_tokens' })
  const russian = openClient({ url: server.url, key, locale: 'ru' })
  expect(await failureOf(russian.generate(prompt))).toMatchObject({ message: expect.stringMatching(/токен/) })
  expect(server.requests).toHaveLength(3)
})

test('busy servers are asked again after the time they name, unless it is long', async () => {
  const { quartet } = await program()
  const busy = [
    new Response('{"code":"too_many_attempts","detail":"Slower"}', { status: 429, headers: { 'retry-after': '0' } }),
    new Response('<html>Bad gateway</html>', { status: 502 }),
  ]
  server.setWeather({ before: () => busy.shift() })
  expect(await quartet.generate(prompt)).toMatchObject({ status: 'succeeded' })
  busy.push(new Response('{"code":"over_account_limit","detail":"Tomorrow"}', { status: 429, headers: { 'retry-after': '3600' } }))
  expect(await failureOf(quartet.generate(prompt))).toMatchObject({ code: 'over_account_limit', retryAfter: 3600 })
})

test('a wait goes on after a lost connection, and ends with its signal', async () => {
  const { quartet } = await program()
  const ended = Promise.withResolvers<void>()
  provider.script = async (...run) => {
    await ended.promise
    return succeeds(...run)
  }
  const { id } = await quartet.call('POST /v1/generations', { body: prompt })
  let seen = 0
  server.setWeather({ before: (request) => (request.method === 'GET' && seen++ < 2 ? 'lost' : undefined) })
  const waiting = quartet.wait(id)
  const stop = new AbortController()
  const stopped = failureOf(quartet.wait(id, { signal: stop.signal }))
  await expect.poll(() => runtime.hub.countStreams()).toBe(2)
  stop.abort(new Error('enough'))
  expect(await stopped).toMatchObject({ message: 'enough' })
  ended.resolve()
  expect(await waiting).toMatchObject({ id, status: 'succeeded' })
})

test('a stream yields the whole text once, also over lost connections', async () => {
  const { quartet } = await program()
  const text = 'A lake. 🌊 Озеро. Another lake.'
  const rest = Promise.withResolvers<void>()
  provider.script = async (_request, { onText }) => {
    onText(text.slice(0, 10))
    await rest.promise
    onText(text.slice(10))
    return { text, files: [] }
  }
  const pieces: string[] = []
  const events: RunEvent[] = []
  let lost = false
  for await (const event of quartet.stream(prompt)) {
    events.push(event)
    if (event.event !== 'text') continue
    expect(event.data.offset).toBe(pieces.join('').length)
    pieces.push(event.data.delta)
    if (lost) continue
    lost = true
    server.dropConnections()
    rest.resolve()
  }
  expect(pieces.join('')).toBe(text)
  expect(server.requests.filter(({ url }) => url.endsWith('/events')).length).toBeGreaterThan(1)
  expect(events.at(-1)).toMatchObject({ event: 'generation', data: { status: 'succeeded' } })
})

test('a stream whose key is revoked throws the reason', async () => {
  const { id: userId, quartet } = await program()
  provider.script = hangs
  const reading = (async () => {
    for await (const { event } of quartet.stream(prompt)) if (event === 'generation') await revokeApiKeys(runtime.db, { userId })
  })()
  expect(await failureOf(reading)).toMatchObject({ code: expect.stringMatching(/^(?:key_revoked|unauthorized)$/) })
})

test('an upload is an input of a run, and its result is downloaded without the key', async () => {
  const { quartet } = await program()
  provider.script = makesAFile(runtime.scratchDir)
  const upload = await quartet.upload(await pictureFile())
  expect(upload).toMatchObject({ type: 'image', name: 'lake.png' })
  const made = await quartet.generate({ model: 'remix', prompt: 'a lake', inputs: [{ upload_id: upload.id, role: 'reference' }] })
  const [file] = made.files
  if (!file) throw new Error('The run has no file.')
  expect(await (await quartet.download(file)).text()).toBe(fileContent)
  expect(server.requests.at(-1)?.headers.has('authorization')).toBe(false)
})

test('the library is read page by page, and any other call by its route', async () => {
  const { quartet } = await program()
  for (const name of ['one', 'two', 'three']) await quartet.generate({ ...prompt, prompt: name })
  const works: Generation[] = []
  for await (const work of quartet.library({ limit: 2 })) works.push(work)
  expect(works.map((work) => work.prompt)).toEqual(['three', 'two', 'one'])
  const [{ id = '' } = {}] = works
  const changed = await quartet.call('PATCH /v1/generations/{id}', { path: { id }, body: { favorite: true } })
  expect(changed.favorite).toBe(true)
  expect(await quartet.call('DELETE /v1/generations/{id}', { path: { id } })).toBeUndefined()
})

test('a webhook that the server signed is read, and any other is refused', async () => {
  const { id: userId, quartet } = await program()
  const { secret, webhook } = await quartet.call('POST /v1/webhooks', { body: { url: receiver.url, events: ['generation.succeeded'] } })
  const { id } = await quartet.generate(prompt)
  await expect.poll(() => receiver.calls.length).toBe(1)
  const [{ body = '', headers = {} } = {}] = receiver.calls
  const event = await verifyWebhook(body, headers, secret)
  expect(event.type === 'generation.succeeded' && event.data.id).toBe(id)

  // Two secrets sign while one is replaced.
  const next = await quartet.call('POST /v1/webhooks/{id}/secret', { path: { id: webhook.id }, body: {} })
  await quartet.generate(prompt)
  await expect.poll(() => receiver.calls.length).toBe(2)
  const second = receiver.calls[1]
  for (const either of [secret, next.secret])
    await verifyWebhook(second?.body ?? '', new Headers({ ...headersOf(second?.headers) }), either)

  const signedAt = (seconds: number) => {
    const at = new Date(Date.now() + seconds * 1000)
    return signWebhook({ id: String(headers['webhook-id']), at, body, secrets: [secret] })
  }
  await verifyWebhook(body, { ...headers, ...signedAt(-290) }, secret)
  const hostile: [string, Record<string, string>, string][] = [
    [body.replace(id, crypto.randomUUID()), {}, secret],
    [body, {}, next.secret],
    [body, { 'webhook-id': crypto.randomUUID() }, secret],
    [body, signedAt(-310), secret],
    [body, signedAt(310), secret],
    [body, { 'webhook-timestamp': 'soon' }, secret],
    [body, { 'webhook-signature': 'v1,??? v1a,abc' }, secret],
  ]
  for (const [text, changes, by] of hostile) await expect(verifyWebhook(text, { ...headers, ...changes }, by)).rejects.toThrow(WebhookError)
  await expect(verifyWebhook(body, {}, secret)).rejects.toThrow('webhook-id')
  await runtime.db.delete(webhooks).where(eq(webhooks.userId, userId))
})

const headersOf = (headers: Record<string, string | string[] | undefined> = {}) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
