/**
 * Measures what a streamed call of OpenAI's protocol takes through this server and directly, alternately in one run, with a model server on
 * this machine that answers at once: `npm run bench:overhead -- [--calls=60] [--database=embedded|postgres|both]`. Other load slows both
 * down, so the ratio counts; statements and processor time hardly depend on it. PostgreSQL is a temporary server of this machine without
 * fsync; the embedded database writes through to the disk.
 */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import OpenAI from 'openai'
import * as v from 'valibot'
import { newApiKeySchema } from '#app/contract/account/api-keys.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { signUp } from '#tests/fixtures/api-client.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { preloadCounter } from '#tests/fixtures/page-cost.ts'
import { startPostgres } from '#tests/fixtures/postgres.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { processorTime } from './memory.ts'
import { duration, quantile } from './numbers.ts'
import { cpuMsOf } from './postgres-time.ts'

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '60' }, database: { type: 'string', default: 'both' } },
})
const calls = Number(values.calls)
/** The statements of a connection are planned for good after some calls, and V8 optimizes after some more. */
const warming = 40
/** An answer of one piece, and one of a few sentences. */
const lengths = [1, 100, 1_000]

const answer = { length: 1 }
await using models = await openOpenaiServer({
  pauseMs: 0,
  pieces: () => Array.from({ length: answer.length }, (_, index) => `word ${index} `),
})
const direct = new OpenAI({ baseURL: `${models.url}/v1`, apiKey: 'a-key', maxRetries: 0 })

type Times = { first: number; end: number }
async function call(client: OpenAI, model: string): Promise<Times> {
  const at = performance.now()
  let first = Number.NaN
  const messages = [{ role: 'user' as const, content: 'Hello' }]
  for await (const { choices } of await client.chat.completions.create({ model, messages, stream: true }))
    if (Number.isNaN(first) && choices[0]?.delta.content) first = performance.now() - at
  return { first, end: performance.now() - at }
}
const callThrough = (client: OpenAI) => call(client, 'desk/llama')

/** Starts a server; each client has a key of its own, because a key has a limit of calls. */
async function open(embedded: boolean, env: Record<string, string> = {}) {
  const server = await startServer({
    optimizes: true,
    embedded,
    env: {
      OPENAI_COMPATIBLE: `desk=${models.url}`,
      OPENAI_COMPATIBLE_PRICE: '0.001/0.001',
      OLLAMA_URL: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  const person = await signUp(server.url)
  await confirmEmail(server, person)
  async function newClient(): Promise<OpenAI> {
    const created = await fetch(`${server.url}/api/v1/me/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.tokens.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'bench', scopes: ['read', 'generate'], password: person.password }),
    })
    const { key } = v.parse(newApiKeySchema, await created.json())
    return new OpenAI({ baseURL: `${server.url}/openai/v1`, apiKey: key, maxRetries: 0 })
  }
  return { server, newClient }
}

const shown = (times: readonly number[]) => `${duration(quantile(times, 0.5))} (p95 ${duration(quantile(times, 0.95))})`

async function measureTimes(embedded: boolean, postmaster: number | undefined): Promise<void> {
  const { server, newClient } = await open(embedded)
  await using _ = server
  for (const length of lengths) {
    const client = await newClient()
    answer.length = length
    const all: Record<'direct' | 'through', Times[]> = { direct: [], through: [] }
    for (let index = 0; index < warming; index += 1) await Promise.all([call(direct, 'llama'), callThrough(client)])
    const before = { server: await processorTime(server.pid), postgres: postmaster === undefined ? undefined : cpuMsOf(postmaster) }
    for (let index = 0; index < calls; index += 1) {
      all.direct.push(await call(direct, 'llama'))
      all.through.push(await callThrough(client))
    }
    for (const part of ['first', 'end'] as const) {
      const [plain, ours] = [all.direct, all.through].map((times) => times.map((one) => one[part]))
      const ratio = quantile(ours ?? [], 0.5) / quantile(plain ?? [], 0.5)
      console.log(
        `${length} pieces, ${part === 'first' ? 'first piece' : 'whole answer'}: direct ${shown(plain ?? [])}, through the server ${shown(ours ?? [])}, ratio ${ratio.toFixed(1)}`,
      )
    }
    const perCall = (since: number | undefined, now: number | undefined) =>
      since === undefined || now === undefined ? undefined : `${((now - since) / calls).toFixed(1)} ms`
    const ofServer = perCall(before.server, await processorTime(server.pid))
    const ofPostgres = postmaster === undefined ? undefined : perCall(before.postgres, cpuMsOf(postmaster))
    console.log(`${length} pieces, processor time of a call: server ${ofServer}${ofPostgres ? `, PostgreSQL ${ofPostgres}` : ''}`)
  }
}

/** Counts with a server of its own, because a file that grows with each statement takes time. */
async function countStatements(embedded: boolean): Promise<void> {
  const file = join(tmpdir(), `statements-${process.pid}`)
  const { server, newClient } = await open(embedded, preloadCounter(file))
  await using _ = server
  const client = await newClient()
  const written = async () => (await readFile(file, 'utf8')).split('\n').length
  answer.length = 1
  const counts: number[] = []
  for (let index = 0; index < warming; index += 1) {
    const before = await written()
    await callThrough(client)
    counts.push((await written()) - before)
  }
  console.log(`statements of a call: ${quantile(counts, 0.5)}`)
  await rm(file)
}

for (const database of ['embedded', 'postgres'].filter((one) => values.database === 'both' || values.database === one)) {
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url
  console.log(`${database}:`)
  await measureTimes(!postgres, postgres?.pids()[0])
  await countStatements(!postgres)
  await postgres?.stop()
}
process.exit()
