import { eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { callPageSchema } from '#app/contract/studio/tool-calls.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { createUser } from '#tests/factories/users.ts'
import { openCallingServer } from '#tests/fakes/providers/calling-server.ts'
import { signIn } from '#tests/fixtures/api-client.ts'
import { makeFolder } from '#tests/fixtures/database.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

/** `CALL_KILLS=3` overrides the number of kills. */
const kills = Number(process.env.CALL_KILLS ?? 60)

test(
  'kill -9 while an assistant asks, is allowed and makes pictures: every call ends once, and the ledger adds up',
  { tags: 'full', timeout: 3_600_000 },
  async ({ skip }) => {
    const database = await variablesOfDatabase()
    if (!database) return skip('There is no PostgreSQL: the test looks into the database of a running server.')
    await using model = await openCallingServer({
      script: ({ step }) =>
        step === 0 ? [1, 2].map((at) => ['create', { kind: 'picture', prompt: `a lake at night ${at}` }] as const) : 'Here they are.',
    })
    const dataDir = await makeFolder()
    const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
    let server = await startServer({
      dataDir,
      built: true,
      env: { ...database, ROLES: 'api,worker', SESSION_LIMITS: 'off', OLLAMA_URL: model.url },
    })
    const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
    try {
      const person = await createUser(handle, { ...credentials, tokens: 100_000 })
      let ann = await signIn(server.url, credentials)
      const call = (path: string, body?: object) =>
        fetch(`${server.url}/api${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.tokens.token}` },
          ...(body && { body: JSON.stringify(body) }),
        })
      const asking = async () => v.parse(callPageSchema, await (await call('/v1/calls?state=asks&limit=100')).json()).items
      /** Allows all that ask, answer by answer; a press that dies with the server is repeated. */
      async function allowAll() {
        const steps = Map.groupBy(await asking(), ({ step }) => step)
        return [...steps.values()].map((calls) =>
          call('/v1/calls/allow', { ids: calls.map(({ id }) => id), max_price: 1_000 }).catch(() => undefined),
        )
      }
      for (let kill = 0; kill < kills; kill += 1) {
        const message = { model: 'ollama/caller', prompt: `Draw ${kill}`, tools: ['create'], thread_id: uuidv7() }
        expect((await call('/v1/generations', message)).status).toBe(202)
        // The server dies while it plans the calls, while presses arrive, or while the pictures are made.
        if (kill % 3 > 0) await expect.poll(async () => (await asking()).length).toBeGreaterThan(0)
        const pressed = kill % 3 > 0 ? await allowAll() : []
        if (kill % 3 === 2) await Promise.all(pressed)
        await server.kill('SIGKILL')
        await Promise.allSettled(pressed)
        server = await server.restart()
        ann = await signIn(server.url, credentials)
      }
      // A run that was under way when the server died waits for the end of its lease, and lost jobs for the sweep.
      await expect
        .poll(
          async () => {
            ann = await signIn(server.url, credentials)
            await Promise.all(await allowAll())
            const unfinished = await handle.db.$count(generations, sql`${generations.finishedAt} is null`)
            const goesOn = await handle.db.$count(
              generations,
              sql`${generations.calls} is not null and ${generations.halted} is null
                and not exists (select from generations later where later.id = ${generations.nextId})`,
            )
            const all = await handle.db.$count(toolCalls)
            const left = await handle.db.$count(toolCalls, isNull(toolCalls.endedAt))
            return { all, left, unfinished, goesOn }
          },
          { timeout: 900_000, interval: 1_000 },
        )
        .toEqual({ all: kills * 2, left: 0, unfinished: 0, goesOn: 0 })
      const calls = await handle.db.select().from(toolCalls).where(eq(toolCalls.userId, person.id))
      const made = await handle.db.select().from(generations).where(isNotNull(generations.stepId))
      expect(made.map(({ id }) => id).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
      const answers = await handle.db
        .select({ id: generations.id })
        .from(generations)
        .where(inArray(generations.parentId, [...new Set(calls.map(({ stepId }) => stepId))]))
      expect(answers).toHaveLength(kills)
      expect(await auditLedger(handle.db)).toEqual([])
    } finally {
      await server[Symbol.asyncDispose]()
      await handle.close()
    }
  },
)
