import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { runGeneration } from '../../making/runs/run-generation.ts'
import { auditServer } from './audit-server.ts'
import { reportAudit } from './report-audit.ts'

let runtime: TestRuntime
const provider = scriptedProvider()
beforeAll(async () => {
  runtime = await openTestRuntime({ provider })
  provider.script = makesAFile(runtime.scratchDir)
})
afterAll(() => runtime[Symbol.asyncDispose]())

test('the audit finds a lost file and a hold without a run, writes them to the log and mails the operator', async () => {
  const { db, queue, providers, storage, logger } = runtime
  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const submit = () =>
    createGeneration(db, { queue, providers, userId, input: { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] } })
  const { id } = await submit()
  const worker = { ...runtime, id: crypto.randomUUID() }
  await runGeneration(db, { worker, id, controller: new AbortController() })
  const waiting = await submit()
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const report = () => reportAudit(db, { storage, mailer, logger, siteUrl: 'https://example.com', operatorEmail: 'owner@example.com' })
  expect(await auditServer(db, { storage })).toEqual([])
  expect(await report()).toEqual({})
  expect(sent).toEqual([])

  const [file] = await db.select().from(files)
  await storage.delete(file?.storageKey ?? '')
  await db
    .update(generations)
    .set({ status: 'running', startedAt: new Date(Date.now() - 48 * 3_600_000) })
    .where(eq(generations.id, waiting.id))
  expect(await auditServer(db, { storage })).toEqual([
    expect.objectContaining({ invariant: 'no hold is older than the longest run', subject: waiting.id }),
    expect.objectContaining({ invariant: 'every file is in the storage', subject: file?.id }),
  ])
  expect(await report()).toEqual({ 'no hold is older than the longest run': 1, 'every file is in the storage': 1 })
  expect(sent).toMatchObject([{ to: 'owner@example.com', text: expect.stringContaining('2 violations') }])

  // The files of a work that is deleted permanently go before their rows.
  await db.update(generations).set({ deletedAt: new Date(), purgedAt: new Date() }).where(eq(generations.id, id))
  expect(await auditServer(db, { storage })).toMatchObject([{ invariant: 'no hold is older than the longest run' }])
})
