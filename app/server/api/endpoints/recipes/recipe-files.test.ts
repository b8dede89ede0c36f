import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importAnswerSchema, type RecipesFile, recipesFileSchema } from '#app/contract/recipes/recipe-files.ts'
import { operatorRecipesSchema, publishedRecipesSchema } from '#app/contract/recipes/published-recipes.ts'
import { recipeSchema } from '#app/contract/recipes/recipes.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { hostileForm } from '#tests/fixtures/hostile-values.ts'
import { postcard, type RecipePeople, recipePeople, type RecipePerson } from '#tests/fixtures/recipe-people.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { createApi } from '../../api.ts'

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let people: RecipePeople
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(), work: true })
  api = createApi(runtime)
  people = recipePeople(runtime, api)
})
afterAll(() => runtime[Symbol.asyncDispose]())

const operator = () => people.person({ role: 'operator' })
const texts = { en: { name: 'Postcard', about: 'From anywhere' }, ru: { name: 'Открытка', about: '' } }
const download = (who: RecipePerson) => read(recipesFileSchema, who.call('GET', '/v1/operator/recipes/export'))
const upload = (who: RecipePerson, file: unknown, apply = true) => who.call('POST', '/v1/operator/recipes/import', { file, apply })
const effects = async (who: RecipePerson, file: unknown, apply = true) => {
  const { items, applied } = await read(importAnswerSchema, upload(who, file, apply))
  expect(applied).toBe(apply)
  return items.map(({ name, state, changed }) => [name, state, ...changed].join(' '))
}
const without = ({ recipes }: RecipesFile) => recipes.map((recipe) => ({ ...recipe, id: undefined }))
const fileOf = (...recipes: object[]) => ({ format: 'quartet-recipes', version: 1, recipes })
const plain = { type: 'image', name: 'Plain', text: 'A lake', model: 'remix' }

test('a file of recipes goes into another account and back without a difference', async () => {
  const [olga, other] = [await operator(), await operator()]
  const { id } = await people.shared(olga)
  await olga.call('PUT', `/v1/operator/recipes/${id}/publication`, { texts })
  await olga.save({ name: 'Hostile {{name}} "$&" 🦊', ...hostileForm, model: 'remix' })
  await olga.save({ name: 'No recipe', text: 'Rain' })
  const file = await download(olga)
  expect(file.recipes.map(({ name }) => name)).toEqual(['Postcard', 'Hostile {{name}} "$&" 🦊'])
  expect(file.recipes[0]).toMatchObject({ id, ...postcard, texts })

  // A published recipe is its author's; everything else becomes the other operator's.
  expect(await effects(other, file, false)).toEqual(['Postcard theirs', 'Hostile {{name}} "$&" 🦊 new'])
  expect(await people.list(other)).toEqual([])
  await olga.call('DELETE', `/v1/operator/recipes/${id}/publication`)
  expect(await effects(other, file, false)).toEqual(['Postcard new', 'Hostile {{name}} "$&" 🦊 new'])
  expect(await effects(other, file)).toEqual(['Postcard new', 'Hostile {{name}} "$&" 🦊 new'])
  expect(await effects(other, file)).toEqual(['Postcard same', 'Hostile {{name}} "$&" 🦊 same'])
  expect(without(await download(other))).toEqual(without(file))
  expect(await effects(other, await download(other))).toEqual(['Postcard same', 'Hostile {{name}} "$&" 🦊 same'])
  const [act] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.actorId, other.id)).orderBy(desc(operatorActs.id))
  expect(act).toMatchObject({ action: 'recipes_imported', after: { created: 2, changed: 0 } })
  expect((await runtime.db.select().from(operatorActs).where(eq(operatorActs.actorId, other.id))).length).toBe(1)
})

test('an import changes a recipe of the same id, also under another name, and leaves link, image, sample and place', async () => {
  const olga = await operator()
  const before = await people.shared(olga)
  await olga.call('PUT', `/v1/operator/recipes/${before.id}/publication`, { texts })
  const file = await download(olga)
  const [first] = file.recipes
  const next = { ...file, recipes: [{ ...first, name: 'Card', text: 'A sea near {{city}}', places: [], texts: undefined }] }
  expect(await effects(olga, next, false)).toEqual(['Card changed name text places'])
  expect(await effects(olga, next)).toEqual(['Card changed name text places'])
  const [after] = await people.list(olga)
  expect(after).toMatchObject({ id: before.id, name: 'Card', text: 'A sea near {{city}}', revision: before.revision + 1 })
  expect([after?.link, after?.inputs, after?.sample_id]).toEqual([before.link, before.inputs, before.sample_id])
  const { items } = await read(operatorRecipesSchema, olga.call('GET', '/v1/operator/recipes'))
  expect(items.find(({ id }) => id === before.id)).toMatchObject({ texts, shown: true, published_at: expect.any(String) })
  expect((await read(publishedRecipesSchema, callApi(api, 'GET', '/v1/recipes'))).items.map(({ name }) => name)).toContain('Postcard')
})

describe('a bad file', () => {
  const line = { type: 'line', name: 'planet' }
  const number = { type: 'number', name: 'people', min: 5, max: 1 }
  test.each<[string, unknown, Record<string, string>]>([
    ['another format', { ...fileOf(plain), format: 'other' }, { 'file.format': 'invalid' }],
    ['a later version', { ...fileOf(plain), version: 2 }, { 'file.version': 'invalid' }],
    ['too many recipes', fileOf(...Array.from({ length: 201 }, () => plain)), { 'file.recipes': 'too_many' }],
    ['no name', fileOf(plain, { ...plain, name: ' ' }), { 'file.recipes.1.name': 'required' }],
    ['a field that the prompt has not', fileOf({ ...plain, places: [line] }), { 'file.recipes.0.places.0.name': 'place_unknown' }],
    [
      'bounds that exclude everything',
      fileOf({ ...plain, text: '{{people}}', places: [number] }),
      { 'file.recipes.0.places.0.default': 'too_large' },
    ],
    ['a model that is not here', fileOf(plain, { ...plain, name: 'B', model: 'nothing' }), { 'file.recipes.1.model': 'model_unknown' }],
    ['an option that the model has not', fileOf({ ...plain, options: { size: 9 } }), { 'file.recipes.0.options.size': 'unknown_field' }],
    ['the same name twice', fileOf(plain, plain), { 'file.recipes.1.name': 'name_taken' }],
    ['a text without Russian', fileOf({ ...plain, texts: { en: texts.en } }), { 'file.recipes.0.texts.ru': 'required' }],
  ])('%s is refused at its place, and nothing is saved', async (_name, file, fields) => {
    const olga = await operator()
    for (const apply of [false, true]) expect(await refusal(upload(olga, file, apply))).toMatchObject({ status: 422, fields })
    expect(await people.list(olga)).toEqual([])
  })

  test('an id of another person, or of another kind, changes nothing of theirs', async () => {
    const [olga, ann] = [await operator(), await people.person()]
    const theirs = await read(recipeSchema, ann.save({ ...plain, name: 'Private' }))
    expect(await effects(olga, fileOf({ ...plain, id: theirs.id }))).toEqual(['Plain new'])
    expect(await people.list(ann)).toEqual([theirs])
    const [own] = await people.list(olga)
    const other = { ...plain, type: 'text', model: 'text-1', id: own?.id }
    expect((await refusal(upload(olga, fileOf(other)))).fields).toEqual({ 'file.recipes.0.type': 'invalid' })
  })

  test('a file with too many recipes for one person is refused as a whole', async () => {
    const olga = await operator()
    const many = (from: number, count: number) => fileOf(...Array.from({ length: count }, (_, at) => ({ ...plain, name: `R${from + at}` })))
    expect((await upload(olga, many(0, 150))).status).toBe(200)
    expect((await refusal(upload(olga, many(150, 51)))).fields).toEqual({ name: 'too_many' })
    expect(await people.list(olga)).toHaveLength(150)
  })

  test('only people who may publish import and export', async () => {
    const ann = await people.person()
    expect((await upload(ann, fileOf(plain))).status).toBe(404)
    expect((await ann.call('GET', '/v1/operator/recipes/export')).status).toBe(404)
  })
})
