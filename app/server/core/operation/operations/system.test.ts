import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AlertCode, alertsSchema } from '#app/contract/operator/alerts.ts'
import { modelSourcesSchema } from '#app/contract/operator/operator.ts'
import { findingsSchema, systemSchema, testMailSchema } from '#app/contract/operator/system.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openSmtpServer } from '#tests/fakes/smtp-server.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { createApi } from '#app/server/api/api.ts'
import { serviceConnections, serviceKeys } from '#app/server/db/schema/connections.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { backupResults, backupSchedule, failedMails } from '#app/server/db/schema/operations.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { openSmtp } from '#app/server/mail/smtp.ts'
import { eraseAccounts } from '../../identity/accounts/erase-accounts.ts'
import { sealKey } from '../connections/read-settings.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { readAlerts } from '../operators/read-alerts.ts'
import { checkBackups } from '#app/server/doctor/check-backups.ts'
import { openMetrics } from '#app/server/observe/metrics.ts'
import { keepFailedMails } from './failed-mails.ts'
import { readBackups, recordBackup } from './record-backup.ts'
import { backupReports, mailLateBackup } from './report-backup.ts'

const day = 24 * 60 * 60_000
const sent: Mail[] = []
let refuses = true
let runtime: TestRuntime
let token: string
let call: (method: string, path: string) => Promise<Response>
beforeAll(async () => {
  const mailer = {
    async send(mail: Mail) {
      if (refuses) throw new Error('451')
      sent.push(mail)
    },
  }
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    mailer,
    env: {
      OLLAMA_URL: 'off',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      XAI_API_KEY: 'xai-key-12345678',
      XAI_BASE_URL: 'http://127.0.0.1:9',
    },
  })
  const owner = await createUser(runtime, { role: 'owner' })
  ;({ token } = await createSession(runtime, runtime.keys, owner))
  const api = createApi(runtime)
  call = (method, path) => callApi(api, method, `/v1/operator/${path}`, { token })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const readSystem = async () => v.parse(systemSchema, await (await call('GET', 'system')).json())
const actions = async () => (await runtime.db.select({ action: operatorActs.action }).from(operatorActs)).map(({ action }) => action)
const mail = { to: 'ann@example.com', subject: 'Your link', text: 'https://quartet.example/s3cret', html: '<p>s3cret</p>' }

test('a failed email is stored sealed, listed without its content, and sent once by a retry', async () => {
  await expect(runtime.mailer.send(mail)).rejects.toThrow('451')
  await expect.poll(async () => (await readSystem()).mails).toMatchObject([{ recipient: mail.to, subject: mail.subject, tries: 1 }])
  expect(JSON.stringify(await runtime.db.select().from(failedMails))).not.toContain('s3cret')
  const { mails } = await readSystem()
  const retry = () => call('POST', `system/mails/${mails[0]?.id}/retry`)
  const refused = await retry()
  expect([refused.status, (await errorBody(refused)).code]).toEqual([503, 'mail_failed'])
  expect((await readSystem()).mails).toMatchObject([{ tries: 2 }])
  refuses = false
  expect((await retry()).status).toBe(204)
  expect(sent).toEqual([mail])
  expect((await readSystem()).mails).toEqual([])
  expect((await retry()).status).toBe(404)
  expect(await actions()).toEqual(['mail_retried'])
})

test('emails that failed are deleted with the account', async () => {
  refuses = true
  const { id, email } = await createUser(runtime)
  await expect(runtime.mailer.send({ ...mail, to: email })).rejects.toThrow('451')
  await expect.poll(async () => (await readSystem()).mails).toHaveLength(1)
  await runtime.db
    .update(users)
    .set({ deleteAfter: new Date(Date.now() - day) })
    .where(sql`${users.id} = ${id}`)
  await eraseAccounts(runtime.db, { queue: runtime.queue })
  expect((await readSystem()).mails).toEqual([])
})

test('a failed job is listed and runs again; an audit can be started once at a time', async () => {
  const { db, queue } = runtime
  const { id } = await createUser(runtime)
  await db.transaction((tx) => queue.enqueue(tx, 'purge-files', { user_id: id }))
  await db.execute(sql`update pgboss.job set state = 'failed', completed_on = now() where data->>'user_id' = ${id}`)
  const { jobs } = await readSystem()
  expect(jobs.failed).toMatchObject([{ queue: 'purge-files', run_id: null }])
  const retry = () => call('POST', `system/jobs/${jobs.failed[0]?.id}/retry`)
  expect((await retry()).status).toBe(204)
  const after = await readSystem()
  expect(after.jobs.failed).toEqual([])
  expect(after.jobs.waiting).toContainEqual(expect.objectContaining({ queue: 'purge-files' }))
  expect((await retry()).status).toBe(404)
  expect((await readSystem()).audit).toEqual({ last: null, pending: false })
  expect((await call('POST', 'system/audit')).status).toBe(202)
  expect((await call('POST', 'system/audit')).status).toBe(202)
  expect((await readSystem()).audit.pending).toBe(true)
  const { rows } = await db.execute(sql`select 1 from pgboss.job where name = 'audit'`)
  expect(rows).toHaveLength(1)
})

test('every process knows the state of backups by the database, and the operator gets one email per failure', async () => {
  const { db, handle, env } = runtime
  const notices: Mail[] = []
  const { record, declare } = backupReports({
    ...runtime,
    env: { ...env, OPERATOR_EMAIL: 'op@example.com' },
    mailer: { send: async (notice) => void notices.push(notice) },
  })
  expect((await readSystem()).backups).toBeNull()
  await declare({ everySeconds: 86_400, keep: 7 })
  expect((await readSystem()).backups).toMatchObject({
    every_seconds: 86_400,
    keep: 7,
    last: null,
    failed_at: null,
    next_at: null,
    late: false,
  })
  await record({ outcome: 'made', bytes: 1_000 })
  const made = (await readSystem()).backups
  expect(made).toMatchObject({ last: { bytes: 1_000 }, failed_at: null })
  expect(Date.parse(made?.next_at ?? '') - Date.parse(made?.last?.at ?? '')).toBe(day)
  for (let attempt = 0; attempt < 3; attempt += 1) await record({ outcome: 'failed', missing: 22 })
  expect((await readSystem()).backups).toMatchObject({ failed_at: expect.any(String), missing_files: 22, last: { bytes: 1_000 } })
  expect(notices.map(({ to, text }) => [to, text.includes('22 files')])).toEqual([['op@example.com', true]])
  expect(await checkBackups(env, await readBackups(db))).toMatchObject({ state: 'wrong', why: [{ values: { count: 22 } }] })
  using metrics = openMetrics({ roles: ['api'], server: { handle, readiness: runtime.readiness, dataDir: '.', countStreams: () => 0 } })
  const figures = await metrics.read()
  for (const line of ['failed 1', 'missing_files 22', 'bytes 1000', 'interval_seconds 86400'])
    expect(figures).toContain(`quartet_backup_${line}\n`)
  await record({ outcome: 'made', bytes: 2_000 })
  expect((await readSystem()).backups).toMatchObject({ last: { bytes: 2_000 }, failed_at: null, missing_files: null })
  await record({ outcome: 'failed', missing: null })
  await record({ outcome: 'trial_failed' })
  await record({ outcome: 'trial_failed' })
  expect(notices).toHaveLength(3)
  expect((await readSystem()).backups).toMatchObject({ trial: { passed: false } })
  await record({ outcome: 'trial_passed' })
  await record({ outcome: 'made', bytes: 3_000 })
  await record({ outcome: 'by_hand', bytes: 4_000, at: new Date(Date.now() + 1_000) })
  expect((await readSystem()).backups).toMatchObject({ last: { bytes: 4_000 }, trial: { passed: true } })
  await declare(null)
  expect((await readSystem()).backups).toBeNull()
})

test('the operator gets one email per lateness of the backups, however many processes look', async () => {
  const { db, env, logger } = runtime
  const notices: Mail[] = []
  const mailer = { send: async (notice: Mail) => void notices.push(notice) }
  const look = async () => {
    const options = { db, logger, mailer, env: { ...env, OPERATOR_EMAIL: 'op@example.com' } }
    await Promise.all([mailLateBackup(options), mailLateBackup(options)])
    await mailLateBackup(options)
    return notices.length
  }
  await db.delete(backupResults)
  expect(await look()).toBe(0)
  await db.insert(backupSchedule).values({ everySeconds: 86_400, keep: 7, since: sql`now() - interval '3 days'` })
  onTestFinished(async () => void (await db.delete(backupSchedule)))
  expect(await look()).toBe(1)
  expect(notices[0]).toMatchObject({ to: 'op@example.com', subject: expect.stringContaining('late') })
  await recordBackup(db, { outcome: 'made', bytes: 1 })
  expect(await look()).toBe(1)
  await db.update(backupSchedule).set({ lateMailedAt: sql`now() - interval '9 days'` })
  await db.update(backupResults).set({ at: sql`now() - interval '3 days'` })
  expect(await look()).toBe(2)
})

test('the configuration has names only, and the checks see keys of the browser, in the caller’s language', async () => {
  const answer = await (await call('GET', 'system')).text()
  expect(answer).not.toContain('xai-key')
  expect(answer).toContain('"XAI_API_KEY"')
  await runtime.db
    .insert(serviceKeys)
    .values({ id: randomUUID(), service: 'openai', sealedKey: sealKey(runtime.keys, 'openai', 'sk-browser-key') })
  await runtime.db.insert(serviceConnections).values({ id: 'ollama', url: 'http://127.0.0.1:9', enabled: true })
  await runtime.db.insert(serviceConnections).values({ id: 'xai', enabled: false })
  runtime.connections.invalidate()
  const { items } = v.parse(findingsSchema, await (await call('GET', 'system/findings')).json())
  const found = (name: string) => items.find(({ what }) => what === name)
  expect(found('OpenAI')?.state).not.toBe('off')
  expect(found('Ollama')).toMatchObject({ why: 'it can’t be reached' })
  expect(found('xAI')).toMatchObject({ state: 'off' })
  expect(JSON.stringify(items)).not.toContain('sk-browser-key')
  const sources = v.parse(modelSourcesSchema, await (await call('GET', 'model-sources')).json())
  expect(sources.servers.every(({ kind }) => kind !== 'ollama')).toBe(true)
})

test('alerts say what needs the operator, the most severe first, and end when it is mended', async () => {
  const { db, handle, env, storage } = runtime
  const ending = [{ id: 'openai/old', days: 12 }]
  const alerts = () => readAlerts(handle, { env, storage, variables: {}, ending, successorOf: () => 'image-11', isGivingAway: false })
  const find = async (code: AlertCode) => (await alerts()).find((alert) => alert.code === code)
  expect(await find('model_ending')).toMatchObject({ severity: 'warning', subject: 'openai/old', count: 12 })

  await db.delete(backupResults)
  await db.insert(backupSchedule).values({ everySeconds: 86_400, keep: 7, since: sql`now() - interval '3 days'` })
  // None was ever made.
  expect(await find('backup_late')).toMatchObject({ severity: 'warning' })
  await recordBackup(db, { outcome: 'made', bytes: 1 })
  expect(await find('backup_late')).toBeUndefined()
  await db.update(backupResults).set({ at: sql`now() - interval '3 days'` })
  expect(await find('backup_late')).toMatchObject({ severity: 'warning' })
  await recordBackup(db, { outcome: 'trial_failed' })
  expect(await find('backup_unsound')).toMatchObject({ severity: 'critical' })
  await recordBackup(db, { outcome: 'failed', missing: 3 })
  expect(await find('backup_incomplete')).toMatchObject({ severity: 'critical', count: 3 })
  await recordBackup(db, { outcome: 'failed', missing: null })
  expect([await find('backup_late'), (await find('backup_failed'))?.severity]).toEqual([undefined, 'critical'])

  const { id: userId } = await createUser(runtime, { tokens: 100 })
  const input = { model: 'image-10', prompt: 'a lake', options: {}, inputs: [] }
  const submit = () => createGeneration(db, { queue: runtime.queue, providers: runtime.providers, userId, input })
  const { id } = await submit()
  expect(await find('queue_stuck')).toBeUndefined()
  await db
    .update(generations)
    .set({ createdAt: sql`now() - interval '11 minutes'` })
    .where(eq(generations.id, id))
  expect(await find('queue_stuck')).toMatchObject({ severity: 'critical', count: 1 })
  const end = (run: string, change: object) =>
    db
      .update(generations)
      .set({ finishedAt: sql`now()`, ...change })
      .where(eq(generations.id, run))
  const failed = { phase: 'headers', errno: null, ms: 10 }
  const causes = [
    [{ errorCode: 'provider_auth', callFailure: { ...failed, cause: 'money' } }, 'service_unpaid', null],
    [{ errorCode: 'provider_auth', callFailure: { ...failed, cause: 'key' } }, 'key_refused', null],
    // As in rows of earlier versions.
    [{ errorCode: 'provider_auth', callFailure: failed }, 'model_not_set_up', null],
    [{ errorCode: 'model_gone', callFailure: { ...failed, cause: null } }, 'model_gone', 'image-11'],
  ] as const
  for (const [change, code, successor] of causes) {
    await end(id, { status: 'failed', ...change })
    const about = (await alerts()).filter(({ subject }) => subject === 'image-10')
    expect(about).toMatchObject([{ code, severity: 'critical', successor, count: 1 }])
  }
  expect(await find('queue_stuck')).toBeUndefined()
  await end((await submit()).id, { status: 'succeeded', charged: 10, chargedMilli: 10_000, finishedAt: sql`now() + interval '1 second'` })
  expect(await find('model_gone')).toBeUndefined()

  const severities = (await alerts()).map(({ severity }) => severity)
  expect(severities).toEqual(severities.toSorted())
  const answer = v.parse(alertsSchema, await (await call('GET', 'alerts')).json())
  expect(answer.items.map(({ code }) => code)).toContain('backup_failed')
})

test('a test email goes to the own address in the language of the page, says why it is refused, and is limited', async () => {
  refuses = false
  sent.length = 0
  const send = () => call('POST', 'system/test-mail')
  const first = v.parse(testMailSchema, await (await send()).json())
  expect(first).toEqual({ to: sent[0]?.to, outcome: 'outbox', why: null })
  expect(sent).toMatchObject([{ subject: 'Quartet: test email' }])

  const server = await openSmtpServer({ senderReply: { code: 553, text: 'Not yours' } })
  onTestFinished(() => server.close())
  const { db, keys, logger } = runtime
  const mailer = keepFailedMails(openSmtp({ url: server.url, from: 'Quartet <a@b.example>' }), { db, keys, logger })
  const api = createApi({ ...runtime, env: { ...runtime.env, SMTP_URL: server.url }, mailer })
  const refused = await callApi(api, 'POST', '/v1/operator/system/test-mail', { token, locale: 'ru' })
  expect(v.parse(testMailSchema, await refused.json())).toEqual({
    to: first.to,
    outcome: 'refused',
    why: 'почтовый сервер не принимает отправителя (553 Not yours): укажите в MAIL_FROM адрес, с которого ему можно отправлять',
  })
  expect((await readSystem()).mails).toEqual([])
  for (let again = 0; again < 3; again += 1) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})
