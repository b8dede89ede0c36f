import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOpenai } from '#app/server/api/openai.ts'
import { createApiKey } from '#app/server/core/api-keys/create-api-key.ts'
import { getBalance } from '#app/server/core/tokens/get-balance.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import type { Provider } from '#app/server/providers/provider.ts'
import { createUser } from '#tests/factories/users.ts'
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
  const ask = () =>
    createOpenai(runtime).fetch(
      new Request('http://localhost/openai/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${created.key}` },
        body: JSON.stringify({ model: 'chat/away', messages: [{ role: 'user', content: 'Hello' }] }),
      }),
      { clientAddress: '127.0.0.1' },
    )
  return { userId: user.id, ask }
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
  expect(await getBalance(runtime.db, userId)).toMatchObject({ available: 100, held: 0 })
})

test('a caller who already waits gets the same answer when the model is paused, and the run ends free', async () => {
  const { userId, ask } = await openCaller()
  const answer = ask()
  const statuses = async () =>
    (await runtime.db.select({ status: generations.status }).from(generations).where(eq(generations.userId, userId))).map(
      ({ status }) => status,
    )
  await expect.poll(statuses).toEqual(['queued'])
  await pause()
  await expectUnavailable(await answer)
  expect(await statuses()).toEqual(['canceled'])
  expect(await getBalance(runtime.db, userId)).toMatchObject({ available: 100, held: 0 })
})
