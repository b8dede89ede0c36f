import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedResultSchema } from '#app/contract/library/shares.ts'
import { generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { type Recipe, recipeSchema } from '#app/contract/recipes/recipes.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, type Script, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { postcard, type RecipePeople, recipePeople } from '#tests/fixtures/recipe-people.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { sweepUploads } from '#app/server/core/making/uploads/sweep-uploads.ts'
import { auditLedger } from '#app/server/core/money/tokens/audit-ledger.ts'
import { getBalance } from '#app/server/core/money/tokens/get-balance.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { users } from '#app/server/db/schema/users.ts'
import { createApi } from '../../api.ts'

/** Whether the service has switched off the model `remix`, for which another one takes over. */
let isRetired = false
const scripted = scriptedProvider()
const retired = { text: { id: 'test.retired', message: 'Remix is gone. Use Remix 2 instead.' }, values: {} }
const provider = {
  ...scripted,
  get script(): Script {
    return scripted.script
  },
  models: async () =>
    (await scripted.models()).map((model) =>
      isRetired && model.id === 'remix' ? { ...model, options: {}, inputs: [], retired: true as const, unavailable: retired } : model,
    ),
}

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let people: RecipePeople
beforeAll(async () => {
  runtime = await openTestRuntime({ provider, work: true })
  api = createApi(runtime)
  people = recipePeople(runtime, api)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(() => {
  isRetired = false
  scripted.script = succeeds
})

const person = (name = 'Ann') => people.person({ name })
const shared: RecipePeople['shared'] = (...given) => people.shared(...given)
const list: RecipePeople['list'] = (...given) => people.list(...given)
const run: RecipePeople['run'] = (...given) => people.run(...given)

describe('a recipe of one’s own', () => {
  test('a recipe remembers model, options, fields and files; a saved prompt has none of them', async () => {
    const ann = await person()
    const { id: upload_id } = await ann.upload()
    const inputs = [{ upload_id, role: 'reference' }]
    const plain = await read(recipeSchema, ann.save({ name: 'Plain', text: 'Rain' }))
    expect(plain).toMatchObject({
      model: null,
      options: {},
      inputs: [],
      places: [],
      open: [],
      sample_id: null,
      link: null,
      from: null,
      revision: 1,
    })
    const recipe = await read(recipeSchema, ann.save({ ...postcard, inputs }))
    expect(recipe).toMatchObject({ ...postcard, inputs, revision: 1 })
    expect(await list(ann)).toEqual([recipe, plain])
    const changed = await read(recipeSchema, ann.call('PATCH', `/v1/prompts/${recipe.id}`, { name: 'Card', text: 'A lake near {{city}}' }))
    // The typed place went with its words.
    expect(changed).toEqual({ ...recipe, name: 'Card', text: 'A lake near {{city}}', places: [], revision: 2 })
  })

  test('a recipe is rejected at the field that is wrong', async () => {
    const [ann, bob] = [await person(), await person()]
    const { id: theirs } = await bob.upload()
    const fieldsOf = async (more: object) => (await refusal(ann.save({ ...postcard, ...more }))).fields
    expect(await fieldsOf({ model: 'nothing' })).toEqual({ model: 'model_unknown' })
    expect(await fieldsOf({ model: 'text-1' })).toEqual({ model: 'model_of_another_kind' })
    expect(await fieldsOf({ options: { count: 9 } })).toEqual({ 'options.count': 'too_large' })
    expect(await fieldsOf({ open: ['count', 'size'] })).toEqual({ 'open.1': 'unknown_field' })
    expect(await fieldsOf({ inputs: [{ upload_id: theirs, role: 'reference' }] })).toEqual({ 'inputs.0': 'input_unknown' })
    expect(await fieldsOf({ sample_id: theirs })).toEqual({ sample_id: 'input_unknown' })
    expect(await fieldsOf({ model: null })).toEqual({ options: 'unknown_field', open: 'unknown_field' })
    const places = [
      { type: 'line', name: 'planet' },
      { type: 'choice', name: 'season', choices: ['spring'], default: 'winter' },
      { type: 'number', name: 'city', min: 5, max: 1 },
      { type: 'file', name: 'Photo', role: 'mask' },
    ]
    expect(await fieldsOf({ places })).toEqual({
      'places.0.name': 'place_unknown',
      'places.1.default': 'not_an_option',
      'places.2.default': 'too_large',
      'places.3.role': 'input_not_taken',
    })
    // A default is a value that everybody may fill in.
    const presets = [
      { type: 'line', name: 'city', default: 'two\nlines' },
      { type: 'number', name: 'season', min: 1, step: 0.5, default: 1.2 },
    ]
    expect(await fieldsOf({ places: presets })).toEqual({
      'places.0.default': 'characters_invalid',
      'places.1.default': 'not_an_option',
    })
  })

  test('a recipe is run with its values for the price of its quote, and the values are not read again', async () => {
    const ann = await person()
    const { id, revision } = await read(recipeSchema, ann.save(postcard))
    expect(await read(quoteAnswerSchema, ann.call('POST', `/v1/recipes/${id}/quote`, {}))).toMatchObject({ price: 4 })
    const values = { city: '{{season}} "$&"' }
    const made = await read(generationSchema, run(ann, id, { values, options: { count: 1 }, max_price: 2 }))
    expect(made).toMatchObject({
      model: 'remix',
      prompt: 'A lake near {{season}} "$&" in winter',
      options: { count: 1 },
      price: 2,
      recipe: { id, revision, name: 'Postcard', values, author: null, again: id },
    })
    expect(await refusal(run(ann, id, { values, max_price: 2 }))).toMatchObject({ status: 409, code: 'price_changed' })
  })

  test('bad values, options that are not open and files of others are rejected at their fields, and nothing is held', async () => {
    const [ann, bob] = [await person(), await person()]
    const { id: theirs } = await bob.upload()
    const places = [...postcard.places, { type: 'file', name: 'Photo', role: 'reference' }]
    const { id } = await read(recipeSchema, ann.save({ ...postcard, open: [], places }))
    const photo = { upload_id: theirs }
    expect(await refusal(run(ann, id, { values: { season: 'summer', planet: 'Mars' }, options: { count: 1 } }))).toMatchObject({
      status: 422,
      fields: {
        'values.city': 'required',
        'values.season': 'not_an_option',
        'values.planet': 'place_unknown',
        'values.Photo': 'required',
        'options.count': 'unknown_field',
      },
    })
    expect((await refusal(run(ann, id, { values: { city: 'Oslo', Photo: photo } }))).fields).toEqual({ 'values.Photo': 'input_unknown' })
    expect(await getBalance(runtime.db, ann.id)).toMatchObject({ available: 100, held: 0 })
    expect(await runtime.db.$count(generations, eq(generations.userId, ann.id))).toBe(0)
  })

  test('a repeated request finds its run, also when the recipe has changed or is gone since', async () => {
    const ann = await person()
    const { id } = await read(recipeSchema, ann.save(postcard))
    const body = { values: { city: 'Oslo' } }
    const answers = await Promise.all([1, 2, 3].map(() => read(generationSchema, run(ann, id, body, 'once'))))
    expect(new Set(answers.map((one) => one.id)).size).toBe(1)
    await ann.call('PATCH', `/v1/prompts/${id}`, { text: 'A dragon' })
    expect(await read(generationSchema, run(ann, id, body, 'once'))).toMatchObject({ id: answers[0]?.id })
    expect(await refusal(run(ann, id, { values: { city: 'Rome' } }, 'once'))).toMatchObject({ code: 'idempotency_conflict' })
    await ann.call('DELETE', `/v1/prompts/${id}`)
    expect(await read(generationSchema, run(ann, id, body, 'once'))).toMatchObject({ id: answers[0]?.id, recipe: { again: null } })
    expect(await refusal(run(ann, id, body, 'twice'))).toMatchObject({ status: 404 })
    expect(await auditLedger(runtime.db)).toEqual([])
  })

  test('a model that is gone names its successor, and nothing is held', async () => {
    const ann = await person()
    const { token } = await shared(ann, { places: [], text: 'A lake' })
    isRetired = true
    const answer = await refusal(run(ann, token, {}))
    expect(answer).toMatchObject({ status: 503, code: 'model_unavailable', detail: expect.stringContaining('Use Remix 2 instead') })
    const page = await read(sharedResultSchema, callApi(api, 'GET', `/v1/shares/${token}`))
    expect(page.recipe).toMatchObject({
      price: null,
      model: { available: false, unavailable_reason: 'Remix is gone. Use Remix 2 instead.' },
    })
  })

  test('the files of a recipe stay as long as it does', async () => {
    const ann = await person()
    const { id: upload_id } = await ann.upload()
    const { id } = await read(recipeSchema, ann.save({ ...postcard, inputs: [{ upload_id, role: 'reference' }] }))
    const left = () => runtime.db.$count(uploads, eq(uploads.id, upload_id))
    const sweep = () => sweepUploads(runtime.db, { storage: runtime.storage, now: new Date(Date.now() + 90 * 86_400_000) })
    await sweep()
    expect(await left()).toBe(1)
    await ann.call('DELETE', `/v1/prompts/${id}`)
    await sweep()
    expect(await left()).toBe(0)
  })
})

describe('a recipe with a link', () => {
  const see = (token: string) => callApi(api, 'GET', `/v1/shares/${token}`)

  test('a link needs a model and a sample, and shows the form, its author and its price', async () => {
    const ann = await person('Ann')
    const plain = await read(recipeSchema, ann.save({ name: 'Plain', text: 'Rain' }))
    expect((await refusal(ann.call('POST', `/v1/prompts/${plain.id}/link`, {}))).fields).toEqual({ model: 'required' })
    const bare = await read(recipeSchema, ann.save(postcard))
    expect((await refusal(ann.call('POST', `/v1/prompts/${bare.id}/link`, {}))).fields).toEqual({ sample_id: 'required' })
    await ann.call('DELETE', `/v1/prompts/${bare.id}`)

    const { id, token, link } = await shared(ann)
    const { recipe, prompt } = await read(sharedResultSchema, see(token))
    expect(prompt).toBe('a lake')
    expect(recipe).toMatchObject({ id, name: 'Postcard', author: 'Ann', text: postcard.text, open: ['count'], files: 1, price: 4 })
    // A second call keeps the URL.
    expect((await read(recipeSchema, ann.call('POST', `/v1/prompts/${id}/link`, {}))).link).toEqual(link)
  })

  test('a linked recipe is run by its token with copies of its files, at the price of the reader; the result names it', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const { id, token, revision } = await shared(ann)
    const [group] = await runtime.db
      .insert(groups)
      .values({ id: crypto.randomUUID(), name: crypto.randomUUID(), priceFactor: 0.5 })
      .returning()
    await runtime.db
      .update(users)
      .set({ groupId: group?.id ?? null })
      .where(eq(users.id, bob.id))
    // Another person's recipe is not found by its id.
    expect(await refusal(run(bob, id, { values: { city: 'Oslo' } }))).toMatchObject({ status: 404 })
    const { price } = await read(quoteAnswerSchema, bob.call('POST', `/v1/recipes/${token}/quote`, { values: { city: 'Oslo' } }))
    expect(price).toBe(2)
    const twice = await Promise.all(
      [1, 2].map(() => read(generationSchema, run(bob, token, { values: { city: 'Oslo' }, max_price: price }, 'k'))),
    )
    expect(twice[0]?.id).toBe(twice[1]?.id)
    const [made] = twice
    expect(made).toMatchObject({ price: 2, recipe: { id, revision, name: 'Postcard', author: 'Ann', again: token } })
    const copies = await runtime.db.select().from(uploads).where(eq(uploads.userId, bob.id))
    expect(copies.map(({ id: upload_id }) => ({ upload_id, role: 'reference' }))).toContainEqual(made?.inputs[0])
    await expect.poll(async () => (await read(generationSchema, bob.call('GET', `/v1/generations/${made?.id}`))).status).toBe('succeeded')
  })

  test('two first runs at once copy the file of a recipe once', async () => {
    const [ann, bob] = [await person(), await person()]
    const { token } = await shared(ann)
    const runs = await Promise.all(['Oslo', 'Rome'].map((city) => read(generationSchema, run(bob, token, { values: { city } }))))
    expect(new Set(runs.map(({ inputs }) => JSON.stringify(inputs))).size).toBe(1)
    expect(await runtime.db.$count(uploads, eq(uploads.userId, bob.id))).toBe(1)
  })

  test('an API key runs it, too', async () => {
    const [ann, bob] = [await person(), await person()]
    const { token } = await shared(ann)
    const key = await createKey(runtime, bob, { scopes: ['generate'] })
    const answer = callApi(api, 'POST', `/v1/recipes/${token}/runs`, { token: key, body: { values: { city: 'Oslo' } } })
    expect(await read(generationSchema, answer)).toMatchObject({ prompt: 'A lake near Oslo in winter' })
  })

  test('a copy and what was made stay as they are when the author changes, deletes or leaves', async () => {
    const [ann, bob] = [await person('Ann'), await person('Bob')]
    const { id, token } = await shared(ann)
    const copies: Recipe[] = []
    for (let count = 0; count < 2; count += 1) copies.push(await read(recipeSchema, bob.call('POST', `/v1/recipes/${token}/copy`)))
    expect(copies.map(({ name }) => name)).toEqual(['Postcard', 'Postcard (2)'])
    expect(copies[0]).toMatchObject({ ...postcard, from: { id, revision: 1 }, link: null, sample_id: null })
    const made = await read(generationSchema, run(bob, token, { values: { city: 'Oslo' } }))
    await ann.call('PATCH', `/v1/prompts/${id}`, { text: 'Something else', name: 'Else' })
    expect((await list(bob))[1]).toEqual(copies[0])
    const again = () => read(generationSchema, bob.call('GET', `/v1/generations/${made.id}`))
    expect(await again()).toMatchObject({ prompt: 'A lake near Oslo in winter', recipe: { name: 'Postcard', revision: 1, again: token } })
    await ann.call('DELETE', `/v1/prompts/${id}`)
    expect((await list(bob))[1]).toMatchObject({ text: postcard.text, from: { id: null, revision: 1 } })
    expect(await again()).toMatchObject({ recipe: { name: 'Postcard', author: null, again: null } })
    // The file is the person's own by now.
    expect(await read(generationSchema, run(bob, copies[0]?.id ?? '', { values: { city: 'Rome' } }))).toMatchObject({ price: 4 })
  })

  test('page, files and runs end with the link, with the sample in the trash, and when it is taken down', async () => {
    const [ann, bob] = [await person(), await person()]
    const states = async (token: string) => [
      (await see(token)).status,
      (await callApi(api, 'GET', `/v1/shares/${token}/files/0`)).status,
      (await run(bob, token, { values: { city: 'Oslo' } })).status,
    ]
    scripted.script = makesAFile(runtime.scratchDir)
    const first = await shared(ann)
    expect(await states(first.token)).toEqual([200, 200, 202])
    await ann.call('DELETE', `/v1/prompts/${first.id}/link`)
    expect(await states(first.token)).toEqual([404, 404, 404])

    const second = await shared(ann, { name: 'Second' })
    await ann.call('DELETE', `/v1/generations/${second.sample_id}`)
    expect(await states(second.token)).toEqual([404, 404, 404])
    await ann.call('POST', `/v1/generations/${second.sample_id}/restore`)
    expect(await states(second.token)).toEqual([200, 200, 202])

    const report = await callApi(api, 'POST', `/v1/shares/${second.token}/report`, { body: { reason: 'other' } })
    expect(report.status).toBe(204)
    const owner = await createUser(runtime, { role: 'owner' })
    const { token: desk } = await createSession(runtime, runtime.keys, owner)
    const { items } = await read(
      v.object({ items: v.array(v.object({ id: v.string(), work: v.object({ id: v.string() }) })) }),
      callApi(api, 'GET', '/v1/operator/reports', { token: desk }),
    )
    const reported = items.find(({ work }) => work.id === second.sample_id)
    const decision = { decision: 'take_down', reason: 'Not here' }
    expect((await callApi(api, 'POST', `/v1/operator/reports/${reported?.id}/decide`, { token: desk, body: decision })).status).toBe(200)
    expect(await states(second.token)).toEqual([404, 404, 404])
    expect(await refusal(ann.call('POST', `/v1/prompts/${second.id}/link`, {}))).toMatchObject({ code: 'content_blocked' })
  })
})
