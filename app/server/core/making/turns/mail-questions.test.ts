import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Mail } from '#app/server/mail/mailer.ts'
import { makesAFile } from '#tests/fakes/scripted-provider.ts'
import { type Act, openAssistant } from '#tests/fixtures/assistant.ts'
import { beside } from '#tests/fixtures/one-connection.ts'
import { mailQuestions } from './mail-questions.ts'

const logger = pino({ level: 'silent' })
const siteUrl = 'https://quartet.example'
let desk: Awaited<ReturnType<typeof openAssistant>>
/** Emails that the mail server has taken. */
const sent: Mail[] = []
const working = { send: async (mail: Mail) => void sent.push(mail) }
let mailer = working
beforeAll(async () => {
  desk = await openAssistant()
  desk.studio.script = makesAFile(desk.runtime.scratchDir)
})
afterAll(() => desk[Symbol.asyncDispose]())
beforeEach(() => {
  mailer = working
  desk.state.script = (step): Act => (step === 0 ? [picture('a secret lake')] : 'Done.')
})

const picture = (prompt: string): [string, string] => ['create', JSON.stringify({ kind: 'picture', prompt })]
const sweep = () => mailQuestions(desk.runtime.db, { mailer, siteUrl, logger })

async function person(values: Partial<typeof users.$inferInsert> = {}) {
  const one = await desk.person()
  const { db } = desk.runtime
  const set = (next: Partial<typeof users.$inferInsert>) => db.update(users).set(next).where(eq(users.id, one.id))
  if (Object.keys(values).length > 0) await set(values)
  return {
    ...one,
    set,
    mails: () => sent.filter(({ to }) => to === one.email),
    /** Lets time pass for all of the person's calls, and for the emails about them. */
    pass: (time: string) =>
      db
        .update(toolCalls)
        .set({ askedAt: sql`${toolCalls.askedAt} - ${time}::interval`, mailedAt: sql`${toolCalls.mailedAt} - ${time}::interval` })
        .where(eq(toolCalls.userId, one.id)),
  }
}

test('ten minutes after questions that nobody answered, one email comes for the answer, also of workers at the same time', async () => {
  const ann = await person()
  desk.state.script = (step) => (step === 0 ? [['find', '{"words":"x"}'], picture('a secret lake'), picture('a hill')] : 'Done.')
  const thread_id = uuidv7()
  await ann.say('Draw', { thread_id })
  await ann.asked(2)
  await ann.pass('9 minutes')
  await sweep()
  expect(ann.mails()).toEqual([])
  await ann.pass('2 minutes')
  await Promise.all([beside(sweep), beside(sweep), beside(sweep), sweep()])
  const [mail, ...others] = ann.mails()
  expect(others).toEqual([])
  for (const part of ['costs 20 tokens', `${siteUrl}/dashboard/text?thread=${thread_id}`]) expect(mail?.text).toContain(part)
  expect(JSON.stringify(mail)).not.toContain('secret')
  await ann.pass('1 day')
  await sweep()
  expect(ann.mails()).toHaveLength(1)
})

test('answers that ask in the same minutes share an email, in the person’s language; the next one comes 15 minutes later', async () => {
  const ann = await person({ locale: 'ru' })
  for (const count of [1, 2, 3]) {
    await ann.say('Draw', { thread_id: uuidv7() })
    await ann.asked(count)
  }
  await ann.pass('11 minutes')
  await sweep()
  expect(ann.mails().map(({ subject, text }) => `${subject} ${text}`)).toEqual([
    expect.stringMatching(/Ассистент ждёт[^]*В 3\sчатах[^]*10\sтокенов/),
  ])
  await ann.say('Draw', { thread_id: uuidv7() })
  await ann.asked(4)
  await ann.pass('11 minutes')
  await sweep()
  expect(ann.mails()).toHaveLength(1)
  await ann.pass('5 minutes')
  await sweep()
  expect(ann.mails()).toHaveLength(2)
})

test('nobody gets an email who has answered, stopped or gone on, who wants none, or whose account is blocked or to be deleted', async () => {
  const [answered, stopped, ahead, silent, blocked, leaving] = [
    await person(),
    await person(),
    await person(),
    await person({ mailWhenAsked: false }),
    await person(),
    await person(),
  ]
  const people = [answered, stopped, ahead, silent, blocked, leaving]
  const threads = new Map<string, { thread_id: string; step: string }>()
  for (const one of people) {
    const thread_id = uuidv7()
    threads.set(one.id, { thread_id, step: (await one.say('Draw', { thread_id })).id })
    await one.asked(1)
    await one.pass('11 minutes')
  }
  const [question] = await answered.asking()
  await answered.call('POST', `/v1/calls/${question?.id}/refuse`, {})
  await stopped.call('POST', `/v1/generations/${threads.get(stopped.id)?.step}/cancel`)
  desk.state.script = () => 'Fine.'
  await ahead.say('Never mind', { thread_id: threads.get(ahead.id)?.thread_id, parent_id: threads.get(ahead.id)?.step })
  await blocked.set({ blockedAt: new Date() })
  await leaving.set({ deleteAfter: new Date(Date.now() + 60_000) })
  await sweep()
  expect(people.map((one) => one.mails())).toEqual([[], [], [], [], [], []])
  await silent.set({ mailWhenAsked: true })
  await sweep()
  expect(silent.mails()).toHaveLength(1)
})

test('an email that the mail server has refused is not sent again, and keeps no other back', async () => {
  const [ann, ben] = [await person(), await person()]
  for (const one of [ann, ben]) {
    await one.say('Draw', { thread_id: uuidv7() })
    await one.asked(1)
    await one.pass('11 minutes')
  }
  mailer = { send: async (mail) => (mail.to === ann.email ? Promise.reject(new Error('the mail server is down')) : working.send(mail)) }
  await sweep()
  mailer = working
  await sweep()
  expect([ann.mails().length, ben.mails().length]).toEqual([0, 1])
})
