import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { modelListSchema } from '#app/contract/protocols/openai.ts'
import { createOpenai } from '#app/server/api/openai.ts'
import { watchWait } from '#app/server/api/requests/watch-wait.ts'
import { createApiKey } from '#app/server/core/identity/api-keys/create-api-key.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import type { Provider } from '#app/server/providers/provider.ts'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'

/** Tests with the text model of a remote service and without a worker, so that submitted runs stay in the queue. */
const words = (message: string) => ({ id: `test.${message}`, message })
const provider: Provider = {
  ...scriptedProvider(),
  limits: { concurrent: 1, perMinute: null },
  models: async () => [
    {
      id: 'chat/away',
      type: 'text',
      provider: 'scripted',
      name: words('Away'),
      description: words('Away'),
      price: { base: 5, per: null },
      options: {},
      inputs: [],
      prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
      unavailable: null,
    },
  ],
}

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
})
afterAll(() => runtime?.[Symbol.asyncDispose]())
afterEach(() => runtime.db.delete(modelHealth))

const pause = () =>
  runtime.db.insert(modelHealth).values({ model: 'chat/away', failures: 5, openUntil: sql`now() + make_interval(secs => 90)` })

async function openCaller() {
  const user = await createUser(runtime, { tokens: 100 })
  const { created } = await createApiKey(runtime.db, runtime.mailer, {
    userId: user.id,
    siteUrl: 'http://localhost',
    input: { name: 'A program', scopes: ['read', 'generate'] },
  })
  const send = (path: string, body?: object) =>
    createOpenai(runtime).fetch(
      new Request(`http://localhost/openai/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${created.key}` },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { clientAddress: '127.0.0.1' },
    )
  const ask = ({ stream = false } = {}) =>
    send('chat/completions', { model: 'chat/away', stream, messages: [{ role: 'user', content: 'Hello' }] })
  const statuses = async () =>
    (await runtime.db.select({ status: generations.status }).from(generations).where(eq(generations.userId, user.id))).map(
      ({ status }) => status,
    )
  return { userId: user.id, ask, statuses, list: () => send('models') }
}

/** The last event of a stream. */
async function lastEventOf(response: Response): Promise<unknown> {
  const events = (await response.text()).split('\n\n').filter((block) => block.startsWith('data: '))
  return JSON.parse(events.at(-1)?.slice('data: '.length) ?? 'null')
}

async function expectUnavailable(response: Response) {
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await response.json()).toMatchObject({ error: { code: 'model_unavailable' } })
}

test('a paused model without a fallback answers 503 with the time to wait, and holds nothing', async () => {
  const { userId, ask } = await openCaller()
  await pause()
  await expectUnavailable(await ask())
  await expectUnavailable(await ask({ stream: true }))
  expect(await getBalance(runtime.db, userId)).toMatchObject({ available: 100, held: 0 })
})

test('callers who already wait learn that the model is paused: a response is a 503, a stream ends with an error event, and both runs end free', async () => {
  const { userId, ask, statuses } = await openCaller()
  const answer = ask()
  const stream = await ask({ stream: true })
  expect(stream.status).toBe(200)
  await expect.poll(statuses).toEqual(['queued', 'queued'])
  await pause()
  expect(await lastEventOf(stream)).toMatchObject({ error: { code: 'model_unavailable' } })
  await expectUnavailable(await answer)
  await expect.poll(statuses).toEqual(['canceled', 'canceled'])
  expect(await getBalance(runtime.db, userId)).toMatchObject({ available: 100, held: 0 })
})

test('a wait ends when its time is up, which counts again from the first start', async () => {
  const { userId } = await openCaller()
  await insertWorks(runtime.db, userId, [{ type: 'text', model: 'chat/away', status: 'queued', finishedAt: null }])
  const [row = expect.fail('no run')] = await runtime.db.select().from(generations).where(eq(generations.userId, userId))
  const watch = (now: typeof row, limitMs: number) => watchWait(runtime, now, { limitMs, everyMs: 1 })
  const old = new Date(Date.now() - 60_000)
  using late = watch({ ...row, createdAt: old }, 50_000)
  await expect.poll(() => late.signal.reason).toMatchObject({ reason: 'timeout' })
  using started = watch({ ...row, createdAt: old }, 50_000)
  started.saw({ ...row, status: 'running', createdAt: old, startedAt: new Date() })
  using expired = watch({ ...row, status: 'running', startedAt: old }, 50_000)
  await expect.poll(() => expired.signal.reason).toMatchObject({ reason: 'timeout' })
  expect(started.signal.aborted).toBe(false)
})

test('the list of models shows that a model is paused', async () => {
  const { list } = await openCaller()
  const states = async () => v.parse(modelListSchema, await (await list()).json()).data.map(({ id, available }) => ({ id, available }))
  expect(await states()).toEqual([{ id: 'chat/away', available: true }])
  await pause()
  expect(await states()).toEqual([{ id: 'chat/away', available: false }])
})
