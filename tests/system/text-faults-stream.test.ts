import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import { createGeneration } from '#app/server/core/making/generations/create-generation.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { toGeneration } from '#app/server/core/making/generations/to-generation.ts'
import { listModels } from '#app/server/core/making/models/list-models.ts'
import { openModelFigures } from '#app/server/core/making/models/model-figures.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { readEnv } from '#app/server/env.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { openers } from '#app/server/providers/openers.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { faults, openOpenaiServer, secretWords } from '#tests/fakes/providers/openai-server.ts'
import { createUser } from '#tests/factories/users.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'

const logged: string[] = []
let server: Awaited<ReturnType<typeof openOpenaiServer>>
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let impatient: typeof runtime
beforeAll(async () => {
  server = await openOpenaiServer({ pauseMs: 2, models: ['llama', ...faults].map((id) => ({ id })) })
  runtime = await open({ key: 'sk-good-1' })
  impatient = await open({ key: 'sk-good-1', idleMs: 100 })
})
afterAll(async () => {
  await runtime?.[Symbol.asyncDispose]()
  await impatient?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Opens a runtime connected to this server, as an operator would configure it. */
async function open({ key, idleMs = 20_000 }: { key: string; idleMs?: number }) {
  const variables = { OPENAI_COMPATIBLE: `desk=${server.url}/v1,${key}`, OPENAI_COMPATIBLE_PRICE: '1/10', OLLAMA_URL: 'off' }
  const [provider] = openConnected({ env: readEnv(variables), openers, modelsFile: noModelsFile, scratchDir: '.', times: { idleMs } })
  if (!provider) throw new Error('no server is connected')
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  return openTestRuntime({ provider, logger, env: variables })
}

async function submitAs(connected: typeof runtime, model: string) {
  const { id: userId } = await createUser(connected, { tokens: 100 })
  const input = { model: `desk/${model}`, prompt: 'one two three four', options: { max_output_tokens: 256 }, inputs: [] }
  const { id } = await createGeneration(connected.db, { queue: connected.queue, providers: connected.providers, userId, input })
  return { userId, id }
}

/** Makes as many attempts as the queue would, without its pauses. */
async function runToItsEnd(connected: typeof runtime, model: string) {
  const { userId, id } = await submitAs(connected, model)
  const { queue, providers, storage, progress, logger, db } = connected
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { finishedAt } = await findGeneration(db, { userId, id })
    if (finishedAt) break
    await runGeneration(db, {
      worker: { id: uuidv7(), queue, providers, storage, progress, logger },
      id,
      controller: new AbortController(),
    })
  }
  const row = await findGeneration(db, { userId, id })
  const [account] = await db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, userId))
  const [en, ru] = await Promise.all(
    (['en', 'ru'] as const).map((locale) => toGeneration(db, row, { keys: connected.keys, providers, locale })),
  )
  return { row, account, en, ru }
}

/** Messages shown to the person, in both languages. */
const words: Partial<Record<GenerationErrorCode, { en: RegExp; ru: RegExp }>> = {
  provider_auth: { en: /isn’t set up correctly/, ru: /настроена неправильно/ },
  invalid_input: { en: /couldn’t use this request/, ru: /не подошёл модели/ },
  model_gone: { en: /no longer offers/, ru: /больше не предлагает/ },
  too_long: { en: /too long/, ru: /слишком длинный/ },
  refused: { en: /isn’t allowed/, ru: /не разрешён/ },
  temporary: { en: /returned no result/, ru: /не вернула результат/ },
  rate_limited: { en: /too busy/, ru: /перегружена/ },
  empty_answer: { en: /answer is empty/, ru: /Ответ пустой/ },
  thought_to_limit: { en: /went into thinking/, ru: /ушли на размышления/ },
}

type Case = { fault: string; code: GenerationErrorCode; attempts: number }
const cases: Case[] = [
  { fault: 'forbidden', code: 'provider_auth', attempts: 1 },
  { fault: 'gone', code: 'model_gone', attempts: 1 },
  { fault: 'no-quota', code: 'provider_auth', attempts: 1 },
  { fault: 'bad-input', code: 'invalid_input', attempts: 1 },
  { fault: 'too-long', code: 'too_long', attempts: 1 },
  { fault: 'refuses', code: 'refused', attempts: 1 },
  { fault: 'filters', code: 'refused', attempts: 1 },
  { fault: 'thinks-only', code: 'thought_to_limit', attempts: 1 },
  { fault: 'empty', code: 'empty_answer', attempts: 1 },
  { fault: 'endless-line', code: 'temporary', attempts: 1 },
  { fault: 'broken', code: 'temporary', attempts: 5 },
  { fault: 'html-502', code: 'temporary', attempts: 5 },
  { fault: 'html-200', code: 'temporary', attempts: 5 },
  { fault: 'reset-before', code: 'temporary', attempts: 5 },
  { fault: 'reset-within', code: 'temporary', attempts: 5 },
  { fault: 'truncated', code: 'temporary', attempts: 5 },
  { fault: 'error-within', code: 'temporary', attempts: 5 },
]

describe('a fault of the service', () => {
  test.each(cases)(
    'a fault of the service ends the run with its class and message, after its attempts, and costs nothing: $fault',
    async ({ fault, code, attempts }) => {
      const { row, account, en, ru } = await runToItsEnd(runtime, fault)
      expect(row).toMatchObject({ status: 'failed', errorCode: code, attempts, charged: 0 })
      expect(account).toMatchObject({ available: 100, held: 0 })
      expect(en?.error?.detail).toMatch(words[code]?.en ?? /^$/)
      expect(ru?.error?.detail).toMatch(words[code]?.ru ?? /^$/)
      if (code === 'refused') expect(row.text).toBeNull()
    },
  )

  test.each(['silent', 'stalls'])(
    'a fault of the service ends the run with its class and message, and costs nothing: %s',
    async (fault) => {
      const { row, account } = await runToItsEnd(impatient, fault)
      expect(row).toMatchObject({ status: 'failed', errorCode: 'temporary', attempts: 5, charged: 0 })
      expect(account).toMatchObject({ available: 100, held: 0 })
    },
  )

  test('a key that the service rejects and repeats ends the run, costs nothing and is in no log', async () => {
    const key = 'sk-revoked-1'
    await using connected = await open({ key })
    await connected.providers.models()
    server.revoke(key)
    const { row, account } = await runToItsEnd(connected, 'llama')
    expect(row).toMatchObject({ status: 'failed', errorCode: 'provider_auth', attempts: 1, charged: 0 })
    expect(account).toMatchObject({ available: 100, held: 0 })
    expect(logged.join('')).not.toContain(key)
  })
})

test('the charge follows the usage that the service reports', async () => {
  const { row, account } = await runToItsEnd(runtime, 'llama')
  expect(row).toMatchObject({ status: 'succeeded', text: 'one two three four', charged: 1 })
  expect(account).toMatchObject({ available: 99, held: 0 })
})

test('invalid usage costs no more than the hold', async () => {
  const { row } = await runToItsEnd(runtime, 'mad-usage')
  expect(row).toMatchObject({ status: 'succeeded', charged: row.price })
})

test('an answer that arrives slowly, and a model that thinks before it writes, are waited for', async () => {
  for (const model of ['slow-drip', 'thinks-on'])
    expect((await runToItsEnd(runtime, model)).row).toMatchObject({ status: 'succeeded', attempts: 1 })
})

test('an answer without an end is cut off at the requested maximum length, and charged', async () => {
  const { userId, id } = await submitAs(runtime, 'endless')
  const { db, queue, providers, storage, progress, logger } = runtime
  await runGeneration(db, { worker: { id: uuidv7(), queue, providers, storage, progress, logger }, id, controller: new AbortController() })
  const row = await findGeneration(db, { userId, id })
  expect(row).toMatchObject({ status: 'succeeded', charged: row.price })
})

test('the ledger is sound after all of this, no key or address of the service is in log, database or answers, and its messages are for operators only', async () => {
  const busy = await submitAs(runtime, 'busy')
  const { db, queue, providers, storage, progress, logger, keys } = runtime
  await runGeneration(db, {
    worker: { id: uuidv7(), queue, providers, storage, progress, logger },
    id: busy.id,
    controller: new AbortController(),
  })
  const row = await findGeneration(db, busy)
  expect(row).toMatchObject({ status: 'queued', attempts: 1 })
  expect(await auditLedger(db)).toEqual([])

  const answers: unknown[] = [await listModels(db, { providers, figures: openModelFigures(db), locale: 'en', types: undefined })]
  answers.push(await toGeneration(db, row, { keys, providers, locale: 'ru' }))
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const stored: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await db.execute<{ line: string }>(
      sql`select to_jsonb(one)::text as line from ${sql.identifier(schema)}.${sql.identifier(name)} as one`,
    )
    stored.push(...rows.map(({ line }) => line))
  }
  expect(stored.join('\n')).toContain('one two three four')
  expect(logged.join('')).toContain('generation did not succeed')
  expect(JSON.stringify(answers)).not.toContain(secretWords.upstream)
  expect(logged.join('')).not.toContain('one two three four')
  for (const [place, text] of Object.entries({ log: logged.join(''), database: stored.join('\n'), answers: JSON.stringify(answers) }))
    for (const secret of ['sk-good-1', 'SECRETKEY', server.url, new URL(server.url).host])
      expect({ place, secret, found: text.includes(secret) }).toEqual({ place, secret, found: false })
})
