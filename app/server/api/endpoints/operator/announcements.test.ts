import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { noticesSchema, operatorAnnouncementSchema } from '#app/contract/operator/announcements.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { openaiErrorSchema } from '#app/contract/protocols/openai.ts'
import { auditPageSchema } from '#app/contract/operator/operator.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { errorBody, fieldCodes, read } from '#tests/fixtures/read-response.ts'
import { openNotices } from '#app/server/core/operation/announcements/open-notices.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { announcements, maintenance } from '#app/server/db/schema/announcements.ts'
import { createApi } from '../../api.ts'
import { createOpenai } from '../../openai.ts'

const provider = scriptedProvider()
let server: TestRuntime
let owner: Person
type Person = Awaited<ReturnType<typeof person>>

beforeAll(async () => {
  server = await openTestRuntime({ provider })
  provider.script = makesAFile(server.scratchDir)
  owner = await person({ role: 'owner' })
})
afterEach(async () => {
  await server.db.delete(announcements)
  await server.db.delete(maintenance)
  server.notices.invalidate()
})
afterAll(() => server[Symbol.asyncDispose]())

async function person(overrides: UserOverrides = {}) {
  const user = await createUser(server, overrides)
  const { token } = await createSession(server, server.keys, user)
  const api = createApi(server)
  return { ...user, token, call: (method: string, path: string, body?: unknown) => callApi(api, method, `/v1${path}`, { token, body }) }
}
const asGuest = (path: string) => callApi(createApi(server), 'GET', `/v1${path}`)
const texts = { en: 'New models', ru: 'Новые модели' }
const announce = (changes: object = {}) =>
  owner.call('POST', '/operator/announcements', { texts, audience: 'everybody', level: 'info', ...changes })
const seenBy = async (viewer: Person | null) => {
  const answer = viewer ? viewer.call('GET', '/notices') : asGuest('/notices')
  return (await read(noticesSchema, answer)).announcements.map((one) => Object.values(one.texts)[0])
}
const runAs = (one: Person) => one.call('POST', '/generations', { model: 'image-10', prompt: 'a lake' })
const setMaintenance = (enabled: boolean, ends_at: string | null = null) =>
  owner.call('PUT', '/operator/maintenance', { enabled, ends_at, reason: 'an update' })

describe('announcements', () => {
  test('each audience sees its announcements only, newest first, and only between their times', async () => {
    const [member, support] = await Promise.all([person(), person({ role: 'support' })])
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await announce({ texts: { en: 'all', ru: 'все' } })
    await announce({ texts: { en: 'signed in', ru: 'вошли' }, audience: 'signed_in', ends_at: soon })
    await announce({ texts: { en: 'support', ru: 'поддержка' }, audience: 'support', level: 'warning' })
    await announce({ texts: { en: 'later', ru: 'позже' }, starts_at: soon })
    expect(await seenBy(null)).toEqual(['all'])
    expect(await seenBy(member)).toEqual(['signed in', 'all'])
    // Two at most.
    expect(await seenBy(support)).toEqual(['support', 'signed in'])
    const later = await server.notices.read(async () => ({ role: 'member' }), new Date(Date.parse(soon) + 1))
    expect(later.announcements.map(({ texts: { en } }) => en)).toEqual(['later', 'all'])
  })

  test('a text in each language is required, unless one is meant for everybody', async () => {
    expect(await fieldCodes(announce({ texts: { en: 'News' } }))).toEqual({ 'texts.ru': 'required' })
    expect(await fieldCodes(announce({ texts: {}, one_text: true }))).toEqual({ 'texts.en': 'required', 'texts.ru': 'required' })
    expect(await fieldCodes(announce({ one_text: true }))).toEqual({ 'texts.ru': 'invalid' })
    expect((await announce({ texts: { ru: 'Новости' }, one_text: true })).status).toBe(201)
    expect(await seenBy(null)).toEqual(['Новости'])
    const [from, until] = ['2999-01-02T00:00:00Z', '2999-01-01T00:00:00Z']
    expect(await fieldCodes(announce({ starts_at: from, ends_at: until }))).toEqual({ ends_at: 'invalid' })
  })

  test('a change and an end take effect at once and are in the audit log; a second end changes nothing', async () => {
    const { id } = await read(operatorAnnouncementSchema, announce())
    const at = `/operator/announcements/${id}`
    const changed = await owner.call('PUT', at, { texts: { en: 'Newer', ru: 'Новее' }, audience: 'everybody', level: 'warning' })
    expect(changed.status).toBe(200)
    expect(await seenBy(null)).toEqual(['Newer'])
    const ended = await read(operatorAnnouncementSchema, owner.call('POST', `${at}/end`, { reason: 'done' }))
    expect(await seenBy(null)).toEqual([])
    expect(await read(operatorAnnouncementSchema, owner.call('POST', `${at}/end`, { reason: 'again' }))).toEqual(ended)
    const { items } = await read(auditPageSchema, owner.call('GET', `/operator/audit?action__in=announcement_changed,announcement_ended`))
    expect(items).toMatchObject([
      { action: 'announcement_ended', reason: 'done', after: { subject: 'Newer' } },
      { action: 'announcement_changed', before: { subject: 'New models' }, after: { subject: 'Newer', level: 'warning' } },
    ])
    expect((await owner.call('POST', '/operator/announcements/none/end', { reason: 'a' })).status).toBe(404)
  })

  test('another process shows an announcement and learns of maintenance without a restart', async () => {
    const other = await openNotices(server.handle, { onError: () => expect.unreachable() })
    const readThere = () => other.read(async () => null)
    expect(await readThere()).toEqual({ announcements: [], maintenance: null })
    await announce()
    await setMaintenance(true)
    await expect.poll(readThere).toMatchObject({ announcements: [{ texts }], maintenance: { ends_at: null, may_run: false } })
    await other.close()
  })
})

describe('maintenance', () => {
  test('members’ new runs are refused with the expected end, submitted runs finish, and nothing is charged', async () => {
    const [member, operator] = await Promise.all([person({ tokens: 100 }), person({ role: 'operator', tokens: 100 })])
    const first = await read(generationSchema, runAs(member))
    await setMaintenance(true, new Date(Date.now() + 1_800_000).toISOString())
    const refused = await runAs(member)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1800'])
    const { code, detail } = await errorBody(refused)
    expect(code).toBe('maintenance')
    expect(detail).toContain('30 minutes')
    const chord = await member.call('POST', '/chords', { prompt: 'a lake', parts: ['image'] })
    expect((await errorBody(chord)).code).toBe('maintenance')
    expect((await runAs(operator)).status).toBe(202)
    expect((await read(noticesSchema, member.call('GET', '/notices'))).maintenance).toMatchObject({ may_run: false })
    expect((await read(noticesSchema, operator.call('GET', '/notices'))).maintenance).toMatchObject({ may_run: true })
    const worker = { ...server, id: crypto.randomUUID() }
    await runGeneration(server.db, { worker, id: first.id, controller: new AbortController() })
    expect((await read(generationSchema, member.call('GET', `/generations/${first.id}`))).status).toBe('succeeded')
    expect((await member.call('GET', '/ready')).status).toBe(200)
    await setMaintenance(false)
    expect((await runAs(member)).status).toBe(202)
    expect(await auditLedger(server.db)).toEqual([])
    const { items } = await read(auditPageSchema, owner.call('GET', '/operator/audit?action__in=maintenance_changed'))
    expect(items.slice(0, 2)).toMatchObject([
      { before: { enabled: true }, after: { enabled: false, ends_at: null }, reason: 'an update' },
      { before: { enabled: false }, after: { enabled: true } },
    ])
  })

  test('a repeated request returns its run, although it began before the maintenance', async () => {
    const { id, token } = await person({ tokens: 100 })
    const send = () =>
      createApi(server).fetch(
        new Request('http://localhost/api/v1/generations', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
          body: JSON.stringify({ model: 'image-10', prompt: 'a lake' }),
        }),
        { clientAddress: '198.51.100.7' },
      )
    const first = await read(generationSchema, send())
    await setMaintenance(true)
    expect((await read(generationSchema, send())).id).toBe(first.id)
  })

  test('/openai/v1 refuses in its own shape', async () => {
    await setMaintenance(true)
    const key = await createKey(server, await person({ tokens: 100 }), { scopes: ['generate'] })
    const answer = await createOpenai(server).fetch(
      new Request('http://localhost/openai/v1/images/generations', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'image-10', prompt: 'a lake' }),
      }),
      { clientAddress: '198.51.100.7' },
    )
    expect(answer.status).toBe(503)
    expect((await read(openaiErrorSchema, answer)).error).toMatchObject({ type: 'server_error', code: 'maintenance' })
  })
})
