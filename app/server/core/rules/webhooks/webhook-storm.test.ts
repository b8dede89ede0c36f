import { and, eq, isNotNull } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#app/server/api/api.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { webhookDeliveries } from '#app/server/db/schema/webhooks.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { startWebhookReceiver } from '#tests/fakes/webhook-receiver.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { openAttempts } from '../limits/attempts.ts'
import { mostTries } from './deliver.ts'
import { planRunEnd } from './plan-run-end.ts'
import { dueNow, wakeDueDeliveries } from './plan-webhooks.ts'

const provider = scriptedProvider()
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let inside: Awaited<ReturnType<typeof startWebhookReceiver>>
let runtime: TestRuntime
beforeAll(async () => {
  provider.script = succeeds
  receiver = await startWebhookReceiver()
  inside = await startWebhookReceiver()
  runtime = await openTestRuntime({ provider, work: true, env: { WEBHOOK_ORIGINS: receiver.origin } })
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await inside[Symbol.asyncDispose]()
})

/** Ends that one transaction plans: most of a full run are planned without a run of their own, which would take most of its time. */
const endsAtOnce = 500

test(
  'every end of many runs is reported at least once to endpoints that fail half the time, and nothing goes to a private address',
  { timeout: isFull ? 900_000 : 600_000 },
  async () => {
    const [people, runs, furtherEnds] = [10, repetitions(3, 30), repetitions(0, 970)]
    const heard = new Map<string, number>()
    let calls = 0
    const accepted = new Set<string>()
    receiver.answerBy(({ id, body }) => {
      calls += 1
      const tries = (heard.get(id) ?? 0) + 1
      heard.set(id, tries)
      const failure = ([500, undefined, { status: 302, location: inside.url }, undefined, 429, undefined] as const)[calls % 6]
      // The last try is accepted, because a call that fails eight times is given up.
      if (failure !== undefined && tries < mostTries) return failure
      accepted.add(/"id":"([^"]+)"/.exec(body)?.[1] ?? '')
      return 200
    })
    // Rate limits would refuse most of the submits of a full run.
    const attempts = openAttempts(async (settings) => new RateLimiterMemory({ ...settings, points: 2 ** 31 - 1 }))
    const api = createApi({ ...runtime, attempts })
    await Promise.all(
      Array.from({ length: people }, async () => {
        const { id } = await createUser(runtime, { tokens: runs })
        const token = await createKey(runtime, { id }, { scopes: ['read', 'generate'] })
        const added = await callApi(api, 'POST', '/v1/webhooks', { token, body: { url: receiver.url, events: ['generation.succeeded'] } })
        expect(added.status).toBe(201)
        for (let made = 0; made < runs; made += 1) {
          const answer = await callApi(api, 'POST', '/v1/generations', {
            token,
            body: { model: 'text-1', prompt: 'a lake' },
            headers: { prefer: 'wait=60' },
          })
          expect(answer.status).toBe(202)
        }
        await insertWorks(
          runtime.db,
          id,
          Array.from({ length: furtherEnds }, () => ({ title: 'further' })),
        )
        const further = and(eq(generations.userId, id), eq(generations.title, 'further'))
        const ended = await runtime.db.select().from(generations).where(further)
        for (let at = 0; at < ended.length; at += endsAtOnce)
          await runtime.db.transaction(async (tx) => {
            for (const run of ended.slice(at, at + endsAtOnce)) await planRunEnd(tx, run)
          })
      }),
    )
    const waits = eq(webhookDeliveries.status, 'waiting')
    // Each look makes the retries due, as hours do, but no call that is under way.
    const failed = and(waits, isNotNull(webhookDeliveries.failure))
    await expect
      .poll(
        async () => {
          await runtime.db.update(webhookDeliveries).set({ nextAt: dueNow, failure: null }).where(failed)
          await wakeDueDeliveries(runtime.db)
          return runtime.db.$count(webhookDeliveries, waits)
        },
        { timeout: isFull ? 600_000 : 180_000, interval: 250 },
      )
      .toBe(0)
    const ended = (await runtime.db.select({ id: generations.id }).from(generations)).map(({ id }) => id)
    expect(ended).toHaveLength(people * (runs + furtherEnds))
    expect(ended.filter((id) => !accepted.has(id))).toEqual([])
    expect(await runtime.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'delivered'))).toBe(ended.length)
    expect(Math.max(...heard.values())).toBeLessThanOrEqual(mostTries)
    expect(inside.calls).toEqual([])
  },
)
