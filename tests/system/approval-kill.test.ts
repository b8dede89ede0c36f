import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createUser } from '#tests/factories/users.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { makeFolder } from '#tests/fixtures/database.ts'
import { startServer, variablesOfDatabase } from '#tests/fixtures/server.ts'

const kills = repetitions(1, 60)
const presses = 8

test(
  'kill -9 while requests are allowed from several devices: each request starts one run, or is still open, and the ledger adds up',
  { tags: ['full'], timeout: isFull ? 5_400_000 : 240_000 },
  async ({ skip }) => {
    const database = await variablesOfDatabase()
    if (!database) return skip('There is no PostgreSQL: the test looks into the database of a running server.')
    const dataDir = await makeFolder()
    const handle = await openDatabase({ dataDir, url: database.DATABASE_URL })
    let server = await startServer({ dataDir, built: true, env: { ...database, ROLES: 'api,worker', SESSION_LIMITS: 'off' } })
    const credentials = { email: 'ann@example.com', password: 'velvet anchor biscuit' }
    try {
      const person = await createUser(handle, { ...credentials, tokens: 100_000 })
      const key = await createKey(handle, person, { scopes: ['read', 'generate'], budget: { tokens_per_day: 1 } })
      const post = (path: string, token: string, body: object) =>
        fetch(`${server.url}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          body: JSON.stringify(body),
        })
      async function signIn(): Promise<string> {
        const signedIn = await post('/v1/auth/sign-in', '', credentials)
        return v.parse(v.object({ token: v.string() }), await signedIn.json()).token
      }
      let token = await signIn()
      const ask = async (index: number) => {
        const refused = await post('/v1/generations', key, { model: 'sketch-image', prompt: `a lake, ${index}`, options: { size: '512' } })
        const { run_request, price, limit } = await errorBody(refused)
        if (!run_request) throw new Error(`no request was made: ${refused.status} ${price} ${limit}`)
        return run_request.id
      }
      const asked: string[] = []
      async function allowAll() {
        // A token expires in less time than many kills take.
        token = await signIn()
        for (const id of asked) expect((await post(`/v1/run-requests/${id}/allow`, token, { max_price: 1_000 })).status).toBe(200)
      }
      for (let kill = 0; kill < kills; kill += 1) {
        const ids = await Promise.all([ask(kill * 2), ask(kill * 2 + 1)])
        asked.push(...ids)
        // Some presses are on their way when the server dies, at a moment that differs from round to round.
        const pressed = ids.flatMap((id) =>
          Array.from({ length: presses }, () => post(`/v1/run-requests/${id}/allow`, token, { max_price: 1_000 }).catch(() => undefined)),
        )
        if (kill % 3 > 0) await Promise.race(pressed.slice(0, kill % 3 === 1 ? 1 : presses))
        await server.kill('SIGKILL')
        await Promise.allSettled(pressed)
        server = await server.restart()
        // A key may have so many open requests.
        if (kill % 5 === 4) await allowAll()
      }
      await allowAll()
      const rows = await handle.db.select().from(runRequests).where(eq(runRequests.userId, person.id))
      expect(rows.map(({ status }) => status)).toEqual(asked.map(() => 'allowed'))
      expect(new Set(rows.map(({ generationId }) => generationId)).size).toBe(asked.length)
      expect(await handle.db.$count(generations)).toBe(asked.length)
      // A run that was under way when the server died waits for the end of its lease.
      await expect
        .poll(() => handle.db.$count(generations, sql`${generations.finishedAt} is null`), { timeout: isFull ? 600_000 : 180_000 })
        .toBe(0)
      expect(await auditLedger(handle.db)).toEqual([])
    } finally {
      await server[Symbol.asyncDispose]()
      await handle.close()
    }
  },
)
