import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { ownVoice } from '#app/contract/runs/own-voice.ts'
import { voiceConsentVersion, voiceSchema, voicesSchema } from '#app/contract/runs/voices.ts'
import { config } from '#config'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { type VoiceFault, voiceServices } from '#tests/fakes/providers/voice-services.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { eraseAccounts } from '#app/server/core/identity/accounts/erase-accounts.ts'
import { openExport } from '#app/server/core/library/exports/open-export.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { sweepUploads } from '#app/server/core/making/uploads/sweep-uploads.ts'
import { changeVoice, nameAtService, sweepVoices } from '#app/server/core/making/voices/change-voice.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { openers } from '#app/server/providers/openers.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { createApi } from '../../api.ts'

let server: Awaited<ReturnType<typeof startMediaServer>>
let service: ReturnType<typeof voiceServices>
let runtime: TestRuntime
beforeAll(async () => {
  server = await startMediaServer((call) => service.answer(call))
  service = voiceServices()
  runtime = await openTestRuntime({
    provider: scriptedProvider(),
    env: {
      ELEVENLABS_API_KEY: 'eleven-key',
      ELEVENLABS_BASE_URL: `${server.url}/elevenlabs`,
      MISTRAL_API_KEY: 'mistral-key',
      MISTRAL_BASE_URL: `${server.url}/mistral`,
      OLLAMA_URL: 'off',
    },
    connect: (env, keysOf) => openConnected({ env, openers, modelsFile: noModelsFile, scratchDir: '.', keysOf }),
  })
})
beforeEach(() => void (service = voiceServices()))
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const recording = makeSound(31)
const consent = { version: voiceConsentVersion, locale: 'ru' } as const

async function person({ role = 'member', verified = true, tokens = 100 }: { role?: Role; verified?: boolean; tokens?: number } = {}) {
  const user = await createUser(runtime, { role, tokens, ...(!verified && { emailVerifiedAt: null }) })
  const { token } = await createSession(runtime, runtime.keys, user)
  const api = createApi(runtime)
  const call = (method: string, path: string, body?: unknown) => callApi(api, method, `/v1${path}`, { token, body })
  async function upload(bytes: Uint8Array = recording) {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(bytes)]))
    const response = await api.request('/api/v1/uploads', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    return v.parse(v.object({ id: v.string() }), await response.json()).id
  }
  const list = async () => v.parse(voicesSchema, await (await call('GET', '/voices')).json())
  const add = async (more: Record<string, unknown> = {}) =>
    call('POST', '/voices', { service: 'elevenlabs', name: 'My voice', upload_id: await upload(), consent, ...more })
  async function make(more: Record<string, unknown> = {}) {
    const voice = v.parse(voiceSchema, await (await add(more)).json())
    await change(voice.id)
    return (await list()).items.find(({ id }) => id === voice.id)
  }
  const voiceOf = async (model: string) => {
    const models = v.parse(modelsSchema, await (await call('GET', '/models')).json())
    return models.find(({ id }) => id === model)?.options.properties.voice
  }
  async function speak(voice: string, model = 'elevenlabs/eleven_v3') {
    const response = await call('POST', '/generations', { model, prompt: 'Hello', options: { voice } })
    if (!response.ok) return response.json()
    const { id } = v.parse(generationSchema, await response.json())
    const { providers, queue, storage, progress, logger } = runtime
    const worker = { id: user.id, providers, queue, storage, progress, logger }
    await runGeneration(runtime.db, { worker, id, controller: new AbortController() })
    return (await call('GET', `/generations/${id}`)).json()
  }
  return { ...user, token, call, upload, list, add, make, voiceOf, speak }
}

/** Makes the attempt that is due, as a worker does. */
async function change(id: string): Promise<void> {
  const { db, providers, storage, logger } = runtime
  await changeVoice(db, { providers, storage, logger, id, signal: new AbortController().signal })
}
/** Makes the next attempt without its pause. */
async function changeLater(id: string): Promise<void> {
  await runtime.db
    .update(voices)
    // The column rounds to milliseconds, so the present could be in the future.
    .set({ nextAt: sql`now() - interval '1 second'` })
    .where(eq(voices.id, id))
  await change(id)
}
const rowOf = async (id: string) => (await runtime.db.select().from(voices).where(eq(voices.id, id)))[0]
const balanceOf = async (id: string) => (await runtime.db.select().from(tokenAccounts).where(eq(tokenAccounts.userId, id)))[0]?.available
const atService = () => [...service.voices.values()].map(({ name }) => name)

describe('voices of people', () => {
  test('a request repeated with its key returns the voice of the first, and another one with the key is a conflict', async () => {
    const ann = await person({ tokens: 1_000 })
    const [first, second] = [await ann.upload(), await ann.upload()]
    const ask = (body: object, key = 'a-key') =>
      createApi(runtime).request('/api/v1/voices', {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ service: 'elevenlabs', name: 'My voice', upload_id: first, consent, ...body }),
      })
    const before = await balanceOf(ann.id)
    const answers = await Promise.all([ask({}), ask({}), ask({})])
    const ids = await Promise.all(answers.map(async (answer) => v.parse(voiceSchema, await answer.json()).id))
    expect(new Set(ids).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
    for (const other of [{ name: 'Another' }, { upload_id: second }, { service: 'mistral' }, { max_price: 1_000 }])
      expect([other, (await ask(other)).status]).toEqual([other, 409])
    const [has] = (await ann.list()).items
    expect(before).toBe(((await balanceOf(ann.id)) ?? 0) + config.voices.price)
    expect(has?.id).toBe(ids[0])
    // A key is the person’s own.
    const ben = await person()
    expect((await ben.add()).status).toBe(201)
    expect((await ask({ upload_id: second }, 'another-key')).status).toBe(201)
  })

  test.each([
    ['elevenlabs', 'elevenlabs/eleven_v3', 'eleven-key'],
    ['mistral', 'mistral/voxtral-mini-tts-3-0', 'mistral-key'],
  ])('a voice is made at %s, and only its person can use it', async (name, model, key) => {
    const [ann, ben] = [await person(), await person()]
    const made = await ann.make({ service: name })
    expect(made).toMatchObject({
      name: 'My voice',
      status: 'ready',
      error: null,
      service: name,
      consent: { ...consent, at: expect.any(String) },
    })
    // The service learns no name of the person.
    expect(atService()).toEqual([nameAtService(made?.id ?? '')])
    const voice = ownVoice(made?.id ?? '')
    expect(made?.voice).toBe(voice)
    expect(await ann.voiceOf(model)).toMatchObject({
      enum: expect.arrayContaining([voice]),
      'x-own-voices': name,
      'x-labels': { [voice]: 'My voice' },
      'x-samples': { [voice]: made?.sample_url },
    })
    expect(await ben.voiceOf(model)).toMatchObject({ enum: expect.not.arrayContaining([voice]) })
    const sample = await createApi(runtime).request(made?.sample_url ?? '')
    expect(sample.headers.get('content-type')).toBe('audio/wav')
    expect(Buffer.from(await sample.arrayBuffer())).toEqual(recording)

    expect(await ann.speak(voice, model)).toMatchObject({ status: 'succeeded', options: { voice } })
    expect(service.spoken).toEqual([{ voice: [...service.voices.keys()][0], key }])
    expect(await ben.speak(voice, model)).toMatchObject({ code: 'invalid_input', fields: { 'options.voice': { code: 'not_an_option' } } })
    expect(await ann.speak(voice, name === 'mistral' ? 'elevenlabs/eleven_v3' : 'mistral/voxtral-mini-tts-3-0')).toMatchObject({
      fields: { 'options.voice': { code: 'not_an_option' } },
    })
    expect((await ben.list()).items).toEqual([])
    expect((await ben.call('PATCH', `/voices/${made?.id}`, { name: 'Mine now' })).status).toBe(404)
    expect((await ben.call('DELETE', `/voices/${made?.id}`)).status).toBe(404)
  })

  test('a voice is renamed here only, and its recording is not swept', async () => {
    const ann = await person()
    const made = await ann.make()
    expect(await (await ann.call('PATCH', `/voices/${made?.id}`, { name: ' Радио ' })).json()).toMatchObject({ name: 'Радио' })
    await expect.poll(() => ann.voiceOf('elevenlabs/eleven_v3')).toMatchObject({ 'x-labels': { [made?.voice ?? '']: 'Радио' } })
    expect(atService()).toEqual([nameAtService(made?.id ?? '')])
    await sweepUploads(runtime.db, { storage: runtime.storage, now: new Date(Date.now() + 365 * 86_400_000) })
    expect((await ann.list()).items[0]?.sample_url).toEqual(expect.any(String))
  })

  test('a voice requires a person, a recording, a name and a consent that are allowed', async () => {
    const [ann, ben] = [await person(), await person()]
    const refusals = async (more: Record<string, unknown>) => errorBody(ann.add(more))
    const fieldOf = async (field: string, value: unknown) => (await refusals({ [field]: value })).fields?.[field]?.code
    expect(await fieldOf('service', 'fal')).toBe('not_an_option')
    expect(await fieldOf('name', ' ')).toBe('required')
    expect(await fieldOf('upload_id', await ann.upload(makeSound(5)))).toBe('input_too_short')
    expect(await fieldOf('upload_id', await ann.upload(await makePicture()))).toBe('input_not_taken')
    expect(await fieldOf('upload_id', await ben.upload())).toBe('input_unknown')
    expect((await refusals({ consent: { ...consent, version: '2020-01-01' } })).fields).toMatchObject({
      'consent.version': { code: 'not_an_option' },
    })
    const owner = await person({ role: 'owner' })
    const rules = {
      sign_up: 'open',
      domains: [],
      refuse_disposable: false,
      challenge: 'never',
      words: { en: ['president'], ru: [] },
      temporary_domains: { added: [], excepted: [] },
      moderation: 'off',
      check_answers: false,
      reason: 'words',
    }
    const saved = await owner.call('PUT', '/operator/safety', rules)
    expect(saved.status, await saved.clone().text()).toBe(200)
    expect(await fieldOf('name', 'The President')).toBe('name_blocked')
    await owner.call('PUT', '/operator/safety', { ...rules, words: { en: [], ru: [] } })
    const carl = await person({ verified: false })
    expect(await (await carl.add()).json()).toMatchObject({ code: 'email_not_verified', detail: expect.stringContaining('add a voice') })
    for (let count = 0; count < config.voices.maxPerPerson; count += 1) expect((await ann.add()).status).toBe(201)
    expect(await refusals({})).toMatchObject({ code: 'too_many_voices' })
    // A recording is inspected for each voice.
  })

  test.each<[VoiceFault, number]>([
    ['lost_after', 2],
    ['lost_before', 2],
    ['busy', 2],
  ])('a voice whose creation was %s is made once', async (fault, attempts) => {
    const ann = await person()
    service.fault = fault
    const made = await ann.make()
    expect(made).toMatchObject({ status: 'creating' })
    // Nothing is due until the pause is over.
    await change(made?.id ?? '')
    expect(await rowOf(made?.id ?? '')).toMatchObject({ status: 'creating', attempts: attempts - 1 })
    await changeLater(made?.id ?? '')
    expect((await ann.list()).items).toMatchObject([{ status: 'ready' }])
    expect(atService()).toEqual([nameAtService(made?.id ?? '')])
  })

  test.each([
    ['sample_refused', 'sample_refused'],
    ['full', 'service_full'],
    ['verify', 'sample_refused'],
  ] as const)('a voice that the service refuses as %s fails free and leaves nothing there', async (fault, code) => {
    Object.assign(config.voices, { price: 7 })
    onTestFinished(() => void Object.assign(config.voices, { price: 0 }))
    const ann = await person()
    expect(await (await ann.add({ max_price: 6 })).json()).toMatchObject({ code: 'price_changed' })
    expect((await ann.list()).price).toBe(7)
    service.fault = fault
    const voice = v.parse(voiceSchema, await (await ann.add({ max_price: 7 })).json())
    expect(await balanceOf(ann.id)).toBe(93)
    await change(voice.id)
    expect((await ann.list()).items).toMatchObject([{ status: 'failed', error: { code, detail: expect.any(String) } }])
    expect(await balanceOf(ann.id)).toBe(100)
    expect(atService()).toEqual([])
    expect(await auditLedger(runtime.db)).toEqual([])
    // Another attempt replaces it.
    expect(await ann.make()).toMatchObject({ status: 'ready' })
    expect((await ann.list()).items).toHaveLength(1)
    expect(await balanceOf(ann.id)).toBe(93)
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a voice that could not be made is deleted at the service if it is there after all', async () => {
    const ann = await person()
    const voice = v.parse(voiceSchema, await (await ann.add()).json())
    await runtime.db.update(voices).set({ attempts: 4 }).where(eq(voices.id, voice.id))
    service.fault = 'lost_after'
    await change(voice.id)
    expect((await ann.list()).items).toMatchObject([{ status: 'failed', error: { code: 'service_failed' } }])
    expect(atService()).toHaveLength(1)
    await changeLater(voice.id)
    expect(atService()).toEqual([])
    expect(await rowOf(voice.id)).toMatchObject({ status: 'failed', atService: 'no', nextAt: null })
  })
})

describe('deletion', () => {
  test('a deleted voice is gone here at once with its recording, and at the service as soon as that answers', async () => {
    const ann = await person()
    const made = await ann.make()
    service.isAway = true
    expect((await ann.call('DELETE', `/voices/${made?.id}`)).status).toBe(204)
    expect((await ann.list()).items).toEqual([])
    expect(await ann.speak(made?.voice ?? '')).toMatchObject({ code: 'invalid_input' })
    expect(await runtime.db.select().from(uploads).where(eq(uploads.userId, ann.id))).toEqual([])
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await changeLater(made?.id ?? '')
      expect(await rowOf(made?.id ?? '')).toMatchObject({ status: 'deleting', name: '', attempts: attempt })
    }
    service.isAway = false
    await changeLater(made?.id ?? '')
    expect(await rowOf(made?.id ?? '')).toBeUndefined()
    expect(atService()).toEqual([])
  })

  test('a deleted voice counts as deleted at a service that no longer has it', async () => {
    const ann = await person()
    const made = await ann.make()
    service.voices.clear()
    await ann.call('DELETE', `/voices/${made?.id}`)
    await change(made?.id ?? '')
    expect(await rowOf(made?.id ?? '')).toBeUndefined()
  })

  test('a deleted voice whose creation was lost is found by its name', async () => {
    const ann = await person()
    service.fault = 'lost_after'
    const made = await ann.make()
    expect((await ann.call('DELETE', `/voices/${made?.id}`)).status).toBe(204)
    await changeLater(made?.id ?? '')
    expect(atService()).toEqual([])
    expect(await rowOf(made?.id ?? '')).toBeUndefined()
  })

  test('a run that waits with a deleted voice fails free of charge', async () => {
    const ann = await person()
    const made = await ann.make()
    const { id } = v.parse(
      generationSchema,
      await (
        await ann.call('POST', '/generations', { model: 'elevenlabs/eleven_v3', prompt: 'Hi', options: { voice: made?.voice } })
      ).json(),
    )
    await ann.call('DELETE', `/voices/${made?.id}`)
    const { providers, queue, storage, progress, logger } = runtime
    const worker = { id: ann.id, providers, queue, storage, progress, logger }
    await runGeneration(runtime.db, { worker, id, controller: new AbortController() })
    expect(await (await ann.call('GET', `/generations/${id}`)).json()).toMatchObject({
      status: 'failed',
      charged: 0,
      error: { code: 'invalid_input' },
    })
  })

  test('the deletion of an account deletes its voices, also of one that an older release has erased', async () => {
    const [ann, ben] = [await person(), await person()]
    const own = await ann.make()
    const other = await ben.make()
    await runtime.db
      .update(users)
      .set({ deleteAfter: new Date(0) })
      .where(eq(users.id, ann.id))
    await runtime.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, ben.id))
    await eraseAccounts(runtime.db, { queue: runtime.queue })
    await sweepVoices(runtime.db, { queue: runtime.queue })
    for (const made of [own, other]) {
      expect(await rowOf(made?.id ?? '')).toMatchObject({ status: 'deleting', name: '', uploadId: null })
      await change(made?.id ?? '')
    }
    expect(atService()).toEqual([])
  })
})

test('an export contains the voices with their consent and recordings, and nothing of the account at the service', async () => {
  const ann = await person()
  const made = await ann.make()
  const archive = Buffer.from(await new Response(await openExport(runtime.db, { storage: runtime.storage, userId: ann.id })).arrayBuffer())
  expect(archive.includes('voices.json')).toBe(true)
  expect(archive.includes(made?.id ?? '')).toBe(true)
  expect(archive.includes([...service.voices.keys()][0] ?? '')).toBe(false)
})

test('an operator counts voices and removes one, which the audit log records', async () => {
  const [owner, support, ann] = [await person({ role: 'owner' }), await person({ role: 'support' }), await person()]
  const made = await ann.make()
  const counts = await (await owner.call('GET', '/operator/voices')).json()
  expect(counts).toHaveProperty(
    'services',
    expect.arrayContaining([expect.objectContaining({ service: 'elevenlabs', ready: expect.any(Number) })]),
  )
  const path = `/operator/people/${ann.id}/voices`
  expect(await (await support.call('GET', path)).json()).toMatchObject({ items: [{ id: made?.id, name: 'My voice', consent }] })
  const remove = (by: typeof owner) => by.call('POST', `${path}/${made?.id}/remove`, { reason: 'imitates a singer' })
  expect((await remove(support)).status).toBe(404)
  expect(await (await remove(owner)).json()).toEqual({ items: [] })
  expect((await remove(owner)).status).toBe(404)
  await change(made?.id ?? '')
  expect(atService()).toEqual([])
  const [act] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.personId, ann.id))
  expect(act).toMatchObject({ action: 'voice_removed', actorId: owner.id, reason: 'imitates a singer', after: { subject: 'elevenlabs' } })
  expect((await person().then((ben) => ben.call('GET', path))).status).toBe(404)
})
