import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PushKind, pushKinds } from '#app/contract/account/push.ts'
import type { Locale } from '#config'
import { createBrowser } from '#tests/factories/push.ts'
import { createUser } from '#tests/factories/users.ts'
import { type Script, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import { createGeneration } from '../generations/create-generation.ts'

const provider = scriptedProvider()
const mails: Mail[] = []
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
beforeAll(async () => {
  runtime = await openTestRuntime({
    provider,
    work: true,
    env: { PUBLIC_URL: 'https://quartet.example' },
    mailer: { send: async (mail) => void mails.push(mail) },
  })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** A run that took this long by the time it ended. */
const after =
  (seconds: number, end: Script): Script =>
  async (request, context) => {
    await runtime.db.update(generations).set({ createdAt: sql`now() - make_interval(secs => ${seconds})` })
    return end(request, context)
  }
const fails: Script = () => Promise.reject(new ProviderError('refused', 'no'))

type Asked = {
  mailWhenDone?: boolean
  locale?: Locale
  byKey?: boolean
  push?: PushKind[]
  meanwhile?: (userId: string) => Promise<unknown>
}

async function runOne(script: Script, { byKey = false, push = ['run_ended'], meanwhile, ...overrides }: Asked = {}) {
  const user = await createUser(runtime, { tokens: 500, mailWhenDone: true, ...overrides })
  const browser = await createBrowser(runtime, user, push)
  const apiKeyId = byKey ? crypto.randomUUID() : null
  if (apiKeyId)
    await runtime.db.insert(apiKeys).values({ id: apiKeyId, userId: user.id, name: 'a', hash: apiKeyId, hint: 'a', scopes: ['generate'] })
  provider.script = async (request, context) => {
    await meanwhile?.(user.id)
    return script(request, context)
  }
  const { db, queue, providers } = runtime
  const input = { model: 'image-10', prompt: 'a lake\nat dawn', options: {}, inputs: [] }
  const { id } = await createGeneration(db, { queue, providers, userId: user.id, input, apiKeyId })
  const statusOf = async () => (await db.select({ status: generations.status }).from(generations).where(eq(generations.id, id)))[0]?.status
  await expect.poll(statusOf).toMatch(/succeeded|failed/)
  return { id, planned: browser.planned, mailsTo: () => mails.filter(({ to }) => to === user.email) }
}
/** Resolves when all earlier emails have been sent; the queue sends one at a time. */
async function untilMailed() {
  const { mailsTo } = await runOne(after(90, succeeds))
  await expect.poll(() => mailsTo().length).toBe(1)
}

test('the end of a long run is mailed once, with a link to it', async () => {
  const { id, mailsTo } = await runOne(after(90, succeeds))
  await untilMailed()
  expect(mailsTo()).toMatchObject([{ subject: 'Your image is ready' }])
  expect(mailsTo()[0]?.text).toContain('“a lake at dawn”')
  expect(mailsTo()[0]?.text.split('\n')).toContain(`https://quartet.example/dashboard?item=${id}`)
})

test('a failure is mailed too, in the person’s language, with its reason and that nothing was charged', async () => {
  const { mailsTo } = await runOne(after(90, fails), { locale: 'ru' })
  await expect.poll(() => mailsTo().length).toBe(1)
  expect(mailsTo()[0]?.subject).toBe('Не удалось создать изображение')
  expect(mailsTo()[0]?.text).toContain('Токены не списаны.')
})

test('no email is sent without the setting, for a short run, for a key’s run or after the setting is switched off', async () => {
  const unwanted = [
    await runOne(after(90, succeeds), { mailWhenDone: false }),
    await runOne(after(50, succeeds)),
    await runOne(after(90, succeeds), { byKey: true }),
    await runOne(after(90, succeeds), {
      meanwhile: (userId) => runtime.db.update(users).set({ mailWhenDone: false }).where(eq(users.id, userId)),
    }),
    await runOne(after(90, succeeds), {
      meanwhile: (userId) => runtime.db.update(users).set({ deleteAfter: new Date() }).where(eq(users.id, userId)),
    }),
  ]
  await untilMailed()
  expect(unwanted.flatMap(({ mailsTo }) => mailsTo())).toEqual([])
})

test('the end of a long run, good or bad, reaches browsers that want it, with a link to it, whether emails are on or off', async () => {
  const done = await runOne(after(90, succeeds))
  const failed = await runOne(after(90, fails), { mailWhenDone: false, push: [...pushKinds] })
  for (const [{ id, planned }, status] of [[done, 'succeeded'] as const, [failed, 'failed'] as const])
    expect(await planned()).toEqual([{ kind: 'run_ended', path: `/dashboard?item=${id}`, values: { status } }])
})

test('no browser is notified of a short run, of a key’s run, or without that kind', async () => {
  const others = pushKinds.filter((kind) => kind !== 'run_ended')
  const unwanted = [
    await runOne(after(50, succeeds)),
    await runOne(after(90, succeeds), { byKey: true }),
    await runOne(after(90, succeeds), { push: others }),
  ]
  expect((await Promise.all(unwanted.map(({ planned }) => planned()))).flat()).toEqual([])
})
