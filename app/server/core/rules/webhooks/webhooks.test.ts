import OpenAI from 'openai'
import { and, eq, sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreateWebhook,
  deliveryPageSchema,
  deliverySchema,
  eventData,
  newWebhookSchema,
  webhookEvents,
  webhookSchema,
  webhooksSchema,
} from '#app/contract/account/webhooks.ts'
import { comparisonSchema } from '#app/contract/runs/comparisons.ts'
import { chordSchema } from '#app/contract/runs/chords.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { runRequestSchema } from '#app/contract/runs/run-requests.ts'
import { config } from '#config'
import { createApi } from '#app/server/api/api.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { webhookDeliveries, webhooks } from '#app/server/db/schema/webhooks.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { mailFailedWebhooks } from './mail-failed-webhooks.ts'
import { deleteOldDeliveries, dueNow, wakeDueDeliveries } from './plan-webhooks.ts'
import { mostTries } from './deliver.ts'

const provider = scriptedProvider()
const mails: Mail[] = []
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
/** A server in the same network that the operator has not listed. */
let inside: Awaited<ReturnType<typeof startWebhookReceiver>>
let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  inside = await startWebhookReceiver()
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  runtime = await openTestRuntime({ provider, work: true, mailer, env: { WEBHOOK_ORIGINS: receiver.origin } })
  api = createApi(runtime)
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await inside[Symbol.asyncDispose]()
})
beforeEach(() => {
  provider.script = succeeds
  receiver.answerBy(() => 200)
  receiver.calls.length = 0
  mails.length = 0
})

async function program(tokens = 1_000) {
  const { id } = await createUser(runtime, { tokens })
  const token = await createKey(runtime, { id }, { scopes: ['read', 'generate'] })
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    callApi(api, method, path, { token, body, ...(headers && { headers }) })
  const read = async <S extends v.GenericSchema>(schema: S, ...call: Parameters<typeof send>): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await send(...call)).json())
  return {
    id,
    send,
    read,
    add: (input: Partial<CreateWebhook> = {}) =>
      read(newWebhookSchema, 'POST', '/v1/webhooks', { url: receiver.url, events: [...webhookEvents], ...input }),
    deliveries: async (endpoint: string) => (await read(deliveryPageSchema, 'GET', `/v1/webhooks/${endpoint}/deliveries`)).items,
    run: (input: object = {}) =>
      read(generationSchema, 'POST', '/v1/generations', { model: 'text-1', prompt: 'a secret lake', ...input }, { prefer: 'wait=30' }),
  }
}

const eventSchema = v.object({ type: v.string(), timestamp: v.string(), data: v.looseObject({ id: v.optional(v.string()) }) })
const readEvent = (body: string) => v.parse(v.pipe(v.string(), v.parseJson(), eventSchema), body)
/** Makes all waiting retries due, and forgets their last failure, so that the next one can be awaited. */
async function passTime() {
  await runtime.db.update(webhookDeliveries).set({ nextAt: dueNow, failure: null }).where(eq(webhookDeliveries.status, 'waiting'))
  await wakeDueDeliveries(runtime.db)
}
const codesOf = async (answer: Promise<Response>) => {
  const { code, fields } = await errorBody(answer)
  return { code, fields: Object.fromEntries(Object.entries(fields ?? {}).map(([field, { code: of }]) => [field, of])) }
}

describe('calls report', () => {
  test('the end of a run, signed as Standard Webhooks and OpenAI’s client verify it, without prompt and result', async () => {
    const { add, run } = await program()
    const { secret } = await add({ events: ['generation.succeeded'] })
    const { id } = await run()
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.calls
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(new Verifier(secret).verify(body, sent)).toMatchObject({ type: 'generation.succeeded', data: { id, status: 'succeeded' } })
    await expect(new OpenAI({ apiKey: 'none' }).webhooks.unwrap(body, sent, secret)).resolves.toMatchObject({ data: { id } })
    expect(() => new Verifier(secret).verify(`${body} `, sent)).toThrow('No matching signature found')
    expect(v.is(eventData['generation.succeeded'], readEvent(body).data)).toBe(true)
    expect(body).not.toContain('secret lake')
  })

  test('failures and cancels, and only the events of the endpoint', async () => {
    const { add, run, send, read } = await program()
    await add({ events: ['generation.failed', 'generation.canceled'] })
    await run()
    provider.script = async () => {
      throw new Error('scripted')
    }
    const failed = await run()
    const hold = Promise.withResolvers<void>()
    provider.script = async (...asked) => {
      await hold.promise
      return succeeds(...asked)
    }
    const { id } = await read(generationSchema, 'POST', '/v1/generations', { model: 'text-1', prompt: 'a lake' })
    await send('POST', `/v1/generations/${id}/cancel`, {})
    hold.resolve()
    await expect.poll(() => receiver.calls.map(({ type }) => type)).toEqual(['generation.failed', 'generation.canceled'])
    expect(receiver.calls.map(({ body }) => readEvent(body).data)).toMatchObject([{ id: failed.id, error: 'internal' }, { id }])
  })

  test('a chord and a comparison once, when their last run has ended', async () => {
    const { add, read, send } = await program()
    await add({ events: ['chord.ended', 'comparison.ended'] })
    const prefer = { prefer: 'wait=30' }
    const chord = await read(chordSchema, 'POST', '/v1/chords', { prompt: 'a lake', parts: ['image', 'text'] }, prefer)
    const comparison = await read(comparisonSchema, 'POST', '/v1/comparisons', { prompt: 'a lake', models: ['image-10', 'remix'] }, prefer)
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect(readEvent(receiver.of('chord.ended')[0]?.body ?? '').data).toMatchObject({
      id: chord.id,
      parts: chord.parts.map(({ id }) => ({ id, status: 'succeeded' })),
    })
    expect(readEvent(receiver.of('comparison.ended')[0]?.body ?? '').data['runs']).toHaveLength(2)
    // A part that is made again ends its chord again.
    await send('POST', `/v1/generations/${chord.parts[0]?.id}/retry`, {})
    await expect.poll(() => receiver.of('chord.ended').length).toBe(2)
    expect(comparison.runs).toHaveLength(2)
  })

  test('a low balance once, until tokens are added', async () => {
    const { id: userId, add, run } = await program(100)
    await add({ events: ['tokens.low'], tokens_below: 95 })
    await run({ model: 'image-10' })
    await run({ model: 'image-10' })
    await expect.poll(() => receiver.calls.length).toBe(1)
    expect(readEvent(receiver.calls[0]?.body ?? '').data).toEqual({ available: 90, below: 95 })
    await runtime.db.transaction((tx) => grantTokens(tx, { userId, source: 'pack', amount: 20, expiresAt: null, reason: null }))
    await run({ model: 'image-10' })
    await expect.poll(() => receiver.calls.length).toBe(2)
  })

  test('the end of one run to the address that was submitted with it', async () => {
    const { read, run } = await program()
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const { id } = await run({ webhook: { url: receiver.url, secret } })
    await run()
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.calls
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(new Verifier(secret).verify(body, sent)).toMatchObject({ data: { id } })
    expect((await read(webhooksSchema, 'GET', '/v1/webhooks')).items).toEqual([])
    expect((await read(webhooksSchema, 'GET', `/v1/webhooks?generation=${id}`)).items).toMatchObject([{ generation_id: id }])
  })

  test('the end of a run that its owner has allowed, to the address of the call that asked, and of a refused one nothing', async () => {
    const owner = await createUser(runtime, { tokens: 100 })
    const { token } = await createSession(runtime, runtime.keys, owner)
    const key = await createKey(runtime, owner, { scopes: ['read', 'generate'], budget: { tokens_per_day: 1 } })
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const ask = async (prompt: string) => {
      const body = { model: 'image-10', prompt, webhook: { url: receiver.url, secret } }
      const { run_request } = await errorBody(callApi(api, 'POST', '/v1/generations', { token: key, body }))
      return run_request?.id ?? expect.unreachable()
    }
    const [refused, allowed] = [await ask('a hill'), await ask('a lake')]
    const stored = await runtime.db.select({ run: runRequests.run }).from(runRequests).where(eq(runRequests.userId, owner.id))
    expect(JSON.stringify(stored)).not.toContain(secret)
    await callApi(api, 'POST', `/v1/run-requests/${refused}/refuse`, { token })
    const answer = await callApi(api, 'POST', `/v1/run-requests/${allowed}/allow`, { token, body: { max_price: 10 } })
    const { generation } = v.parse(runRequestSchema, await answer.json())
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.calls
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    expect(new Verifier(secret).verify(body, sent)).toMatchObject({ type: 'generation.succeeded', data: { id: generation?.id } })
    expect(await runtime.db.$count(webhooks, eq(webhooks.userId, owner.id))).toBe(1)
  })
})

describe('delivery', () => {
  test('a call that fails is tried eight times with the same id and body, then given up', async () => {
    const { add, run, deliveries } = await program()
    receiver.answerBy(() => ({ status: 500, body: 'out of order' }))
    const { webhook } = await add({ events: ['generation.succeeded'] })
    await run()
    for (let tries = 1; tries < mostTries; tries += 1) {
      await expect.poll(async () => (await deliveries(webhook.id))[0]).toMatchObject({ tries, failure: 'status', status: 'waiting' })
      await passTime()
    }
    await expect
      .poll(() => deliveries(webhook.id))
      .toMatchObject([{ status: 'failed', tries: 8, next_at: null, answer_status: 500, answer: 'out of order', failure: 'status' }])
    expect(receiver.calls).toHaveLength(8)
    expect(new Set(receiver.calls.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  })

  test('a failed call is sent again by hand, and a test reports that the endpoint works', async () => {
    const { add, run, read, deliveries } = await program()
    receiver.answerBy(() => 404)
    const { webhook } = await add({ events: ['generation.succeeded'] })
    await run()
    await expect.poll(async () => (await deliveries(webhook.id))[0]).toMatchObject({ answer_status: 404 })
    receiver.answerBy(() => ({ status: 204 }))
    const [failed] = await deliveries(webhook.id)
    await read(deliverySchema, 'POST', `/v1/webhooks/${webhook.id}/deliveries/${failed?.id}/resend`, {})
    await expect.poll(async () => (await deliveries(webhook.id))[0]).toMatchObject({ status: 'delivered', answer_status: 204 })
    await read(deliverySchema, 'POST', `/v1/webhooks/${webhook.id}/test`, {})
    await expect.poll(() => receiver.of('webhook.test').length).toBe(1)
  })

  test('an address in a private network is never called, also one that its name or a redirect leads to', async () => {
    const { id: userId, add, send, run, deliveries } = await program()
    const refused = async (url: string) => (await codesOf(send('POST', '/v1/webhooks', { url, events: ['generation.succeeded'] }))).fields
    for (const url of ['https://10.0.0.1/a', 'https://[::1]/', 'https://localhost/', inside.url, 'https://169.254.169.254/latest'])
      expect(await refused(url)).toEqual({ url: 'webhook_private' })
    expect(await refused('http://example.com/')).toEqual({ url: 'webhook_not_https' })
    expect(await refused('ftp://example.com/')).toEqual({ url: 'url_invalid' })
    const runWebhook = { url: inside.url, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
    expect((await codesOf(send('POST', '/v1/generations', { model: 'text-1', prompt: 'x', webhook: runWebhook }))).fields).toEqual({
      'webhook.url': 'webhook_private',
    })

    const { webhook } = await add({ events: ['generation.succeeded'] })
    receiver.answerBy(() => ({ status: 307, location: inside.url }))
    await run()
    await expect.poll(async () => (await deliveries(webhook.id))[0]).toMatchObject({ failure: 'redirect' })
    // A name that leads into the network only later.
    const name = inside.url.replace('127.0.0.1', 'localhost')
    await runtime.db.update(webhooks).set({ url: name }).where(eq(webhooks.userId, userId))
    await passTime()
    await expect.poll(async () => (await deliveries(webhook.id))[0]).toMatchObject({ failure: 'private', tries: 2 })
    expect(inside.calls).toEqual([])
  })

  test('an endpoint that fails for three days is switched off, its owner gets one email, and it is switched on again', async () => {
    const { id: userId, add, run, read, deliveries, send } = await program()
    receiver.answerBy(() => 500)
    const { webhook } = await add({ events: ['generation.succeeded'] })
    await run()
    const now = () => read(webhooksSchema, 'GET', '/v1/webhooks').then(({ items }) => items[0])
    await expect.poll(async () => (await now())?.failing_since).toEqual(expect.any(String))
    await runtime.db
      .update(webhooks)
      .set({ failingSince: sql`now() - interval '3 days'` })
      .where(eq(webhooks.userId, userId))
    await passTime()
    await expect.poll(now).toMatchObject({ off: 'failures', off_at: expect.any(String) })
    expect(await deliveries(webhook.id)).toMatchObject([{ status: 'failed', failure: 'off' }])
    const mailing = { mailer: runtime.mailer, siteUrl: 'https://quartet.example', logger: runtime.logger }
    mails.length = 0
    // Several workers look at the same time.
    await Promise.all(Array.from({ length: 4 }, () => mailFailedWebhooks(runtime.db, mailing)))
    await mailFailedWebhooks(runtime.db, mailing)
    expect(mails).toMatchObject([
      { subject: `Your ${config.name} webhook is off`, text: expect.stringContaining(new URL(receiver.url).host) },
    ])
    expect((await codesOf(send('POST', `/v1/webhooks/${webhook.id}/test`, {}))).code).toBe('webhook_off')
    receiver.calls.length = 0
    await run()
    receiver.answerBy(() => 200)
    expect(await read(webhookSchema, 'PATCH', `/v1/webhooks/${webhook.id}`, { on: true })).toMatchObject({ off: null, failing_since: null })
    const { id } = await run()
    await expect.poll(() => receiver.calls.map(({ body }) => readEvent(body).data.id)).toEqual([id])
  })

  test('a person whose endpoint never answers does not delay another’s', async () => {
    const slow = await program()
    const other = await program()
    receiver.answerBy(({ path }) => (path === '/slow' ? 'silence' : 200))
    await slow.add({ url: `${receiver.origin}/slow`, events: ['generation.succeeded'] })
    await other.add({ events: ['generation.succeeded'] })
    for (let count = 0; count < 12; count += 1) await slow.run()
    await expect.poll(() => receiver.calls.length).toBeGreaterThan(0)
    const { id } = await other.run()
    await expect.poll(() => receiver.calls.map(({ body }) => readEvent(body).data.id)).toContain(id)
    const waits = and(eq(webhookDeliveries.userId, slow.id), eq(webhookDeliveries.status, 'waiting'))
    expect(await runtime.db.$count(webhookDeliveries, waits)).toBe(12)
    await runtime.db.delete(webhooks).where(eq(webhooks.userId, slow.id))
  })
})

describe('the secret', () => {
  test('a secret is shown once and stored encrypted; while it rolls, calls have both signatures', async () => {
    const { add, run, read } = await program()
    const { secret: old, webhook } = await add({ events: ['generation.succeeded'] })
    expect(JSON.stringify(await read(webhooksSchema, 'GET', '/v1/webhooks'))).not.toContain('whsec_')
    expect(JSON.stringify(await runtime.db.select().from(webhooks))).not.toContain(old.slice(6))
    const path = `/v1/webhooks/${webhook.id}/secret`
    const { secret } = await read(newWebhookSchema, 'POST', path, {})
    expect(secret).not.toBe(old)
    const lastSent = async () => {
      const before = receiver.calls.length
      await run()
      await expect.poll(() => receiver.calls.length).toBe(before + 1)
      const { headers = {}, body = '' } = receiver.calls.at(-1) ?? {}
      return { body, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) }
    }
    const both = await lastSent()
    for (const one of [old, secret]) expect(() => new Verifier(one).verify(both.body, both.headers)).not.toThrow()
    await read(newWebhookSchema, 'POST', path, { keep_hours: 0 })
    const single = await lastSent()
    for (const one of [old, secret]) expect(() => new Verifier(one).verify(single.body, single.headers)).toThrow()
    expect(single.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('the owner is notified of a new endpoint, and an account has a limited number', async () => {
    const { add, send } = await program()
    for (let count = 0; count < config.webhooks.maxPerAccount; count += 1) await add()
    await expect.poll(() => mails.map(({ subject }) => subject)).toContain(`New webhook for your ${config.name} account`)
    expect((await codesOf(send('POST', '/v1/webhooks', { url: receiver.url, events: ['order.paid'] }))).code).toBe('too_many_webhooks')
    expect((await codesOf(send('POST', '/v1/webhooks', { url: receiver.url, events: [] }))).fields).toEqual({ events: 'events_missing' })
  })
})

test('calls and webhooks of single runs are deleted after 30 days, others are not', async () => {
  const { id: userId, add, run, deliveries } = await program()
  const { webhook } = await add({ events: ['generation.succeeded'] })
  await run({ webhook: { url: receiver.url, secret: `whsec_${Buffer.alloc(32).toString('base64')}` } })
  await expect.poll(() => receiver.calls.length).toBe(2)
  await deleteOldDeliveries(runtime.db)
  expect(await deliveries(webhook.id)).toHaveLength(1)
  const old = sql`now() - interval '31 days'`
  await runtime.db.update(webhookDeliveries).set({ createdAt: old }).where(eq(webhookDeliveries.userId, userId))
  await runtime.db.update(webhooks).set({ createdAt: old }).where(eq(webhooks.userId, userId))
  await deleteOldDeliveries(runtime.db)
  expect(await runtime.db.$count(webhookDeliveries, eq(webhookDeliveries.userId, userId))).toBe(0)
  expect(await runtime.db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.userId, userId))).toEqual([{ id: webhook.id }])
})
