import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorModelsSchema } from '#app/contract/operator/connections.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { checkedDefinitionSchema, modelDefinitionSchema, modelVersionPageSchema } from '#app/contract/operator/model-definitions.ts'
import { modelsSchema } from '#app/contract/runs/models.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser, type UserOverrides } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { errorCode } from '#tests/fixtures/read-response.ts'
import { openConnections } from '#app/server/core/operation/connections/open-connections.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { runGeneration } from '#app/server/core/making/runs/run-generation.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { modelHealth } from '#app/server/db/schema/models.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { generationDays, runDays } from '#app/server/db/schema/statistics.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { wireRequest } from '#app/server/providers/connected/wire.ts'
import { createApi } from '../../api.ts'

/** The bodies that the service received, with its own name for the model. */
let sent: { model: string; body: unknown }[] = []
/** Whether the service fails. */
let isDown = false
let runtime: TestRuntime
let owner: Caller
type Caller = Awaited<ReturnType<typeof person>>

const connect: Parameters<typeof openTestRuntime>[0]['connect'] = (env, keysOf, models) =>
  openConnected({
    env,
    openers: {
      text: async () => ({
        kind: 'text',
        async stream({ model, onText }) {
          const { init } = wireRequest(new URL('http://service.test/chat'), { method: 'POST', body: '{}' })
          sent.push({ model, body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}') })
          if (isDown) throw new Error('down')
          onText('hello')
          return {}
        },
      }),
    },
    ...models,
    scratchDir: '.',
    keysOf,
  })

async function person(role: Role = 'member', tokens = 0, more: UserOverrides = {}) {
  const user = await createUser(runtime, { role, tokens, ...more })
  const { token } = await createSession(runtime, runtime.keys, user)
  const api = createApi(runtime)
  return {
    ...user,
    call: (method: string, path: string, body?: unknown, locale?: string) =>
      callApi(api, method, `/v1${path}`, { token, body, ...(locale && { locale }) }),
  }
}
const read = async <S extends v.GenericSchema>(schema: S, response: Response | Promise<Response>) => {
  const { status } = await response
  const body: unknown = await (await response).json()
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new Error(`${status} ${JSON.stringify(body)}`)
  return parsed.output
}
const base = '/operator/model-definitions'
const definitionOf = (model: string, { call } = owner) =>
  read(modelDefinitionSchema, call('GET', `${base}?model=${encodeURIComponent(model)}`))
const check = (model: string, document: object, locale?: string) =>
  read(checkedDefinitionSchema, owner.call('POST', `${base}/check`, { model, document }, locale))
const save = (model: string, revision: number, document: object) => owner.call('PUT', `${base}/draft`, { model, revision, document })
const act = (what: string, model: string, revision: number, more: object = { reason: 'as asked' }) =>
  owner.call('POST', `${base}/${what}`, { model, revision, ...more })
const run = async (id: string, userId = owner.id) => {
  await runGeneration(runtime.db, { worker: { ...runtime, id: randomUUID() }, id, controller: new AbortController() })
  return findGeneration(runtime.db, { userId, id })
}
const offered = async (id: string) => (await read(modelsSchema, owner.call('GET', '/models'))).find((one) => one.id === id)
const listed = () => read(operatorModelsSchema, owner.call('GET', '/operator/models'))

const entry = (sends: string, more: object = {}) => ({
  provider: 'xai',
  model: 'grok-own',
  type: 'text',
  name: { en: 'Own', ru: 'Свой' },
  price: { per_run: 4 },
  options: { tone: { choices: { dry: { label: { en: 'Dry', ru: 'Сухо' } }, warm: { price_factor: 2 } }, sends } },
  inputs: [],
  ...more,
})

beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), connect, env: { XAI_API_KEY: 'environment-key', OLLAMA_URL: 'off' } })
  owner = await person('owner', 100)
})
afterAll(() => runtime[Symbol.asyncDispose]())

describe('a model added in the browser', () => {
  const id = 'xai/own'

  test('a draft is tested free of charge, published for everyone, and its submitted runs stay as they were', async () => {
    expect((await owner.call('GET', `${base}?model=${id}`)).status).toBe(404)
    const { revision } = await read(modelDefinitionSchema, save(id, 0, entry('style')))
    expect(await definitionOf(id)).toMatchObject({ source: 'none', version: null, name: 'Own', draft: { saved_by: owner.email } })
    expect((await listed()).unlisted).toEqual([{ id, name: 'Own', removed: false }])
    expect(await offered(id)).toBeUndefined()

    const test = await read(generationSchema, act('draft/test', id, revision, { prompt: 'hi', options: { tone: 'warm' } }))
    expect(test).toMatchObject({ price: 0, model: id })
    expect(await run(test.id)).toMatchObject({ status: 'succeeded', text: 'hello', charged: 0 })
    expect(sent).toEqual([{ model: 'grok-own', body: { style: 'warm' } }])
    expect((await owner.call('POST', '/generations', { model: id, prompt: 'hi' })).status).toBe(422)

    const published = await read(modelDefinitionSchema, act('draft/publish', id, revision))
    expect(published).toMatchObject({ source: 'browser', version: 1, draft: null })
    expect(await offered(id)).toMatchObject({ name: 'Own', price: { base: 4 } })
    expect((await listed()).items.find((one) => one.id === id)).toMatchObject({ definition: 'browser', has_draft: false })

    const ann = await person('member', 50)
    const submit = async () =>
      read(generationSchema, ann.call('POST', '/generations', { model: id, prompt: 'hi', options: { tone: 'warm' } }))
    const early = await submit()
    const changed = await read(
      modelDefinitionSchema,
      save(id, published.revision, entry('mood', { model: 'grok-newer', price: { per_run: 1 } })),
    )
    await act('draft/publish', id, changed.revision)
    const late = await submit()
    sent = []
    expect([await run(early.id, ann.id), await run(late.id, ann.id)]).toMatchObject([{ charged: 8 }, { charged: 2 }])
    expect(sent).toEqual([
      { model: 'grok-own', body: { style: 'warm' } },
      { model: 'grok-newer', body: { mood: 'warm' } },
    ])
  })

  test('an earlier version is restored as a new one, and the versions stay', async () => {
    const { revision } = await definitionOf(id)
    expect(await errorCode(act('restore', id, revision, { number: 2, reason: 'same' }))).toBe('nothing_to_change')
    expect((await act('restore', id, revision, { number: 9, reason: 'none' })).status).toBe(404)
    expect(await read(modelDefinitionSchema, act('restore', id, revision, { number: 1, reason: 'better' }))).toMatchObject({ version: 3 })
    expect(await offered(id)).toMatchObject({ price: { base: 4 } })
    const { items } = await read(modelVersionPageSchema, owner.call('GET', `${base}/versions?model=${id}`))
    expect(items.map(({ number, restores, reason }) => [number, restores, reason])).toEqual([
      [3, 1, 'better'],
      [2, null, 'as asked'],
      [1, null, 'as asked'],
    ])
  })

  test('a removed model accepts no runs, its submitted runs end, and its results keep its name', async () => {
    const ann = await person('member', 50)
    const waiting = await read(generationSchema, ann.call('POST', '/generations', { model: id, prompt: 'hi' }))
    const { revision } = await definitionOf(id)
    expect((await act('remove', id, revision)).status).toBe(204)
    expect(await offered(id)).toMatchObject({ name: 'Own', retired: true, available: false })
    expect(await errorCode(ann.call('POST', '/generations', { model: id, prompt: 'hi' }))).toBe('model_unavailable')
    expect(await run(waiting.id, ann.id)).toMatchObject({ status: 'succeeded', charged: 4 })
    expect(await listed()).toMatchObject({ unlisted: [{ id, removed: true }] })
    const removed = await definitionOf(id)
    expect(removed).toMatchObject({ removed: true, source: 'none', version: null })
    expect(await errorCode(act('remove', id, removed.revision))).toBe('nothing_to_change')
    await act('restore', id, removed.revision, { number: 1, reason: 'back' })
    expect(await offered(id)).toMatchObject({ available: true })
  })

  test('every act is in the audit log', async () => {
    const acts = await runtime.db.select().from(operatorActs).where(eq(operatorActs.actorId, owner.id)).orderBy(operatorActs.id)
    expect(acts.map(({ action, before, after, reason }) => [action, before?.version ?? null, after?.version ?? null, reason])).toEqual([
      ['model_draft_saved', null, null, ''],
      ['model_draft_tested', null, null, ''],
      ['model_published', null, 1, 'as asked'],
      ['model_draft_saved', null, null, ''],
      ['model_published', 1, 2, 'as asked'],
      ['model_restored', 2, 3, 'better'],
      ['model_removed', 3, null, 'as asked'],
      ['model_restored', null, 4, 'back'],
    ])
    expect(acts.every(({ after }) => after?.subject === id)).toBe(true)
  })
})

describe('a model of a service', () => {
  const known = 'xai/grok-4.7'

  test('a definition replaces that of a service in every process, until the default is used again', async () => {
    const usual = await definitionOf(known)
    expect(usual).toMatchObject({ source: 'service', scope: 'everything', draft: null, document: { provider: 'xai', type: 'text' } })
    const before = await offered(known)
    const other = await openConnections(runtime.handle, {
      env: runtime.env,
      keys: runtime.keys,
      modelsFile: noModelsFile,
      builtIn: [],
      connect: connect ?? (() => []),
      onError(error) {
        throw error
      },
    })
    const providers = openProviders(other)
    const early = await read(generationSchema, owner.call('POST', '/generations', { model: known, prompt: 'hi' }))
    const own = { ...usual.document, model: 'grok-replaced', name: 'Replaced' }
    const { revision } = await read(modelDefinitionSchema, save(known, 0, own))
    await act('draft/publish', known, revision)
    expect(await offered(known)).toMatchObject({ name: 'Replaced' })
    await expect.poll(async () => (await providers.find(known))?.name.message, { interval: 5 }).toBe('Replaced')
    const late = await read(generationSchema, owner.call('POST', '/generations', { model: known, prompt: 'hi' }))
    sent = []
    await run(early.id)
    await run(late.id)
    expect(sent.map(({ model }) => model)).toEqual([usual.document.model, 'grok-replaced'])
    await act('remove', known, (await definitionOf(known)).revision)
    expect(await offered(known)).toEqual(before)
    expect(await definitionOf(known)).toMatchObject({ source: 'service', document: usual.document })
    await expect.poll(async () => (await providers.find(known))?.name.message, { interval: 5 }).toBe(before?.name)
    await other.close()
  })

  test('the definition of a service, published unchanged, changes nothing', async () => {
    const { document, revision } = await definitionOf(known)
    const before = await offered(known)
    await act('draft/publish', known, (await read(modelDefinitionSchema, save(known, revision, document))).revision)
    expect(await offered(known)).toEqual(before)
    await act('remove', known, (await definitionOf(known)).revision)
  })

  test('a definition says that the price set for the model wins over its own', async () => {
    const own = { base: 77, per: null }
    expect((await owner.call('PUT', '/operator/models', { model: known, price: own })).status).toBe(204)
    expect(await definitionOf(known)).toMatchObject({ own_price: own })
    await owner.call('PUT', '/operator/models', { model: known, price: null })
    expect(await definitionOf(known)).toMatchObject({ own_price: null })
  })

  test('a test of a draft does not count in the model’s times and in statistics, and needs no confirmed email', async () => {
    const { document, revision } = await definitionOf(known)
    const draft = await read(modelDefinitionSchema, save(known, revision, document))
    const unconfirmed = await person('owner', 0, { emailVerifiedAt: null })
    const { id } = await read(
      generationSchema,
      unconfirmed.call('POST', `${base}/draft/test`, { model: known, revision: draft.revision, prompt: 'hi' }),
    )
    expect(await run(id, unconfirmed.id)).toMatchObject({ status: 'succeeded', charged: 0 })
    const sums = await runtime.db.select().from(runDays).where(eq(runDays.model, known))
    expect(sums.reduce((sum, { runs }) => sum + runs, 0)).toBe(
      await runtime.db.$count(generations, and(eq(generations.model, known), isNotNull(generations.charged), eq(generations.trial, false))),
    )
    expect(await runtime.db.select().from(generationDays).where(eq(generationDays.userId, unconfirmed.id))).toEqual([])
    await act('draft/discard', known, draft.revision, {})
  })

  test('a failing draft says nothing about the health of the published model', async () => {
    isDown = true
    const { document, revision } = await definitionOf(known)
    const draft = await read(modelDefinitionSchema, save(known, revision, document))
    const test = await read(generationSchema, act('draft/test', known, draft.revision, { prompt: 'hi' }))
    await run(test.id)
    isDown = false
    expect(await runtime.db.select().from(modelHealth).where(eq(modelHealth.model, known))).toEqual([])
    expect((await act('draft/discard', known, draft.revision, {})).status).toBe(204)
    expect(await definitionOf(known)).toMatchObject({ draft: null })
  })

  test('a built-in model can be renamed and priced, and what it does is fixed', async () => {
    expect(await definitionOf('text-1')).toMatchObject({ scope: 'basics', source: 'service', document: {} })
    expect((await check('text-1', { name: 'Notes', price: { per_run: 3 } })).preview).toMatchObject({ name: 'Notes', price: { base: 3 } })
    expect((await check('text-1', entry('style'))).problems).toMatchObject([{ path: ['provider'] }])
  })
})

describe('a document', () => {
  test('mistakes are named with their key and the nearest valid name, and only drafts may have them', async () => {
    const problemsOf = async (document: object) => (await check('xai/wrong', document)).problems
    expect(await problemsOf({ ...entry('style'), nmae: 'x' })).toMatchObject([{ path: ['nmae'], suggestion: 'name' }])
    expect(await problemsOf(entry('style', { options: { tone: { choices: ['a'], default: 'b' } } }))).toMatchObject([
      { path: ['options', 'tone', 'default'] },
    ])
    expect(await problemsOf(entry('style', { provider: 'xay' }))).toMatchObject([{ path: ['provider'], suggestion: 'xai' }])
    // A wrong name is found whatever else is wrong.
    expect(await problemsOf({ ...entry('style', { provider: 'xay' }), nmae: 'x' })).toMatchObject([
      { path: ['provider'] },
      { path: ['nmae'] },
    ])
    expect(await problemsOf(entry('style', { fallback: 'xai/grok-4.6' }))).toMatchObject([
      { path: ['fallback'], suggestion: 'xai/grok-4.7' },
    ])
    expect(await problemsOf(entry('style', { type: 'image', price: undefined }))).toMatchObject([{ path: ['type'] }])
    expect(await problemsOf({ name: 'x' })).toMatchObject([{ path: [] }])
    const { revision } = await read(modelDefinitionSchema, save('xai/wrong', 0, { provider: 'xai' }))
    expect(await errorCode(act('draft/publish', 'xai/wrong', revision))).toBe('definition_invalid')
    expect(await errorCode(act('draft/test', 'xai/wrong', revision, { prompt: 'hi' }))).toBe('definition_invalid')
    await act('draft/discard', 'xai/wrong', revision, {})
    expect((await owner.call('GET', `${base}?model=xai/wrong`)).status).toBe(404)
  })

  test('problems are described in the language of the request', async () => {
    const wrong = entry('style', { options: { size: { from: 5, to: 5 } }, price: { per_run: -1 }, type: 'audoi' })
    const messagesIn = async (locale: string) => (await check('xai/wrong', wrong, locale)).problems.map(({ message }) => message)
    expect(await messagesIn('en')).toEqual(['must not be negative', 'must be one of video, image, audio, text'])
    expect(await messagesIn('ru')).toEqual(['не может быть меньше нуля', 'выберите одно из: video, image, audio, text'])
    const above = (await check('xai/wrong', entry('style', { options: { size: { from: 5, to: 5 } } }), 'ru')).problems
    expect(above).toMatchObject([{ code: 'not_above_key', values: { key: 'from' }, message: 'должно быть больше, чем "from"' }])
  })

  test('a preview shows the form, the price and a price below cost', async () => {
    const checked = await check(
      'xai/own',
      entry('style', { cost: { per_run: 1 }, options: { tone: { choices: ['a', 'b'], description: 'How', sends: 'style' } } }),
    )
    expect(checked).toMatchObject({ problems: [], below_cost: true, cost: { base: 1 } })
    expect(checked.preview?.options.properties).toMatchObject({ tone: { enum: ['a', 'b'], description: 'How' } })
  })

  test('options keep their order', async () => {
    const names = ['zeta', 'b', 'alpha']
    const options = Object.fromEntries(names.map((name) => [name, { switch: true, sends: name }]))
    const { revision } = await read(modelDefinitionSchema, save('xai/sorted', 0, entry('style', { options })))
    await act('draft/publish', 'xai/sorted', revision)
    expect(Object.keys((await offered('xai/sorted'))?.options.properties ?? {}).filter((name) => names.includes(name))).toEqual(names)
  })

  test('nobody overwrites a change that they have not seen', async () => {
    const { revision } = await definitionOf('xai/sorted')
    const saved = await Promise.all([1, 2, 3].map((price) => save('xai/sorted', revision, entry('style', { price: { per_run: price } }))))
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await errorCode(act('draft/publish', 'xai/sorted', revision))).toBe('definition_changed')
    expect(await errorCode(act('draft/test', 'xai/sorted', revision, { prompt: 'hi' }))).toBe('definition_changed')
  })

  test('support and members reach none of it', async () => {
    for (const role of ['support', 'member'] as const) {
      const { call } = await person(role)
      const body = { model: 'xai/own', revision: 1, document: {}, reason: 'x', prompt: 'x', number: 1 }
      for (const [method, path] of [
        ['GET', '?model=xai/own'],
        ['GET', '/versions?model=xai/own'],
        ['POST', '/check'],
        ['PUT', '/draft'],
        ['POST', '/draft/test'],
        ['POST', '/draft/publish'],
        ['POST', '/restore'],
        ['POST', '/remove'],
      ] as const)
        expect((await call(method, `${base}${path}`, method === 'GET' ? undefined : body)).status, `${role} ${path}`).toBe(404)
    }
    expect((await definitionOf('xai/own', await person('operator'))).model).toBe('xai/own')
  })
})

describe('a definition comes into force', () => {
  const id = 'xai/proven'
  const password = 'correct horse battery'

  test('by a person who proves who they are, and never by an API key', async () => {
    const careful = await person('owner', 0, { password })
    const { revision } = await read(modelDefinitionSchema, save(id, 0, entry('style')))
    const publish = (more: object, { call }: Pick<Caller, 'call'> = careful) =>
      call('POST', `${base}/draft/publish`, { model: id, revision, reason: 'a', ...more })
    const key = await createKey(runtime, careful, { scopes: ['operator'] })
    const program = {
      call: (method: string, path: string, body?: unknown) => callApi(createApi(runtime), method, `/v1${path}`, { token: key, body }),
    }
    expect((await read(errorBodySchema, publish({}))).fields).toMatchObject({ password: { code: 'required' } })
    expect((await read(errorBodySchema, publish({ password: 'wrong password' }))).fields).toMatchObject({
      password: { code: 'password_wrong' },
    })
    expect(await errorCode(publish({ password }, program))).toBe('key_not_allowed')
    expect(await offered(id)).toBeUndefined()
    const published = await read(modelDefinitionSchema, publish({ password }))
    expect(published).toMatchObject({ version: 1 })

    const restore = (more: object, { call }: Pick<Caller, 'call'> = careful) =>
      call('POST', `${base}/restore`, { model: id, revision: published.revision, number: 1, reason: 'a', ...more })
    expect((await read(errorBodySchema, restore({}))).fields).toMatchObject({ password: { code: 'required' } })
    expect(await errorCode(restore({ password }, program))).toBe('key_not_allowed')
    expect(await errorCode(restore({ password }))).toBe('nothing_to_change')
  })

  test('only with a path that stays at its service', async () => {
    for (const path of ['//evil.example/v1', '/\\evil.example', '/../admin', 'https://evil.example', '/@evil.example', '/v1?a=b']) {
      const { problems } = await check('xai/stray', entry('style', { path }))
      expect([path, problems.map((problem) => [problem.path, problem.code])]).toEqual([path, [[['path'], 'path']]])
    }
    expect((await check('xai/stray', entry('style', { path: '/v1/chat/completions' }))).problems).toEqual([])
  })
})
