import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedResultSchema } from '#app/contract/library/shares.ts'
import { generationSchema, quoteAnswerSchema } from '#app/contract/runs/generations.ts'
import { operatorRecipeSchema, operatorRecipesSchema, publishedRecipesSchema } from '#app/contract/recipes/published-recipes.ts'
import { recipeSchema } from '#app/contract/recipes/recipes.ts'
import { makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { recipePeople, type RecipePeople, type RecipePerson } from '#tests/fixtures/recipe-people.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { builtIns } from '#app/server/core/library/recipes/built-in.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { savedPrompts } from '#app/server/db/schema/library.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { sketchOptions } from '#app/server/providers/sketch/model-options.ts'
import { createApi } from '../../api.ts'

const provider = scriptedProvider()
const { 'image-10': drawing, video } = Object.fromEntries((await provider.models()).map((model) => [model.id, model]))

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let people: RecipePeople
beforeAll(async () => {
  runtime = await openTestRuntime({
    provider: {
      ...provider,
      get script() {
        return provider.script
      },
      models: async () => [
        ...(await provider.models()),
        ...(drawing ? [{ ...drawing, id: 'sketch-image', options: sketchOptions['sketch-image'] }] : []),
        ...(video ? [{ ...video, id: 'sketch-video', options: sketchOptions['sketch-video'] }] : []),
      ],
    },
    work: true,
  })
  api = createApi(runtime)
  people = recipePeople(runtime, api)
  provider.script = makesAFile(runtime.scratchDir)
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(async () => {
  await runtime.db.update(savedPrompts).set({ publishedAt: null, placeOnHome: null })
  runtime.published.invalidate()
})

const texts = { en: { name: 'Postcard', about: 'From anywhere' }, ru: { name: 'Открытка', about: '' } }
const publish = (who: RecipePerson, id: string, more: object = {}) =>
  who.call('PUT', `/v1/operator/recipes/${id}/publication`, { texts, ...more })
const unpublish = (who: RecipePerson, id: string) => who.call('DELETE', `/v1/operator/recipes/${id}/publication`)
const see = async (token?: string, language = 'en') =>
  (await read(publishedRecipesSchema, callApi(api, 'GET', '/v1/recipes?published', { token, headers: { 'accept-language': language } })))
    .items

test('an operator publishes a recipe of their own in both languages, and everybody sees it with its sample and the price for them', async () => {
  const [owner, bob] = [await people.person({ role: 'operator', name: 'Olga' }), await people.person()]
  const sample_id = await owner.make()
  const { id } = await read(recipeSchema, owner.save({ text: 'A lake near {{city}}', model: 'remix', options: { count: 2 }, sample_id }))
  const published = await read(operatorRecipeSchema, publish(owner, id))
  expect(published).toMatchObject({ id, own: true, texts, place: 1, shown: true, token: expect.any(String) })

  const token = published.token ?? ''
  const [card] = await see()
  expect(card).toMatchObject({ recipe: token, name: 'Postcard', about: 'From anywhere', price: 4, built_in: false })
  expect((await see(undefined, 'ru'))[0]).toMatchObject({ name: 'Открытка', about: null })
  const file = card?.sample.file?.url ?? ''
  expect((await api.request(file)).status).toBe(200)
  const page = await read(sharedResultSchema, callApi(api, 'GET', `/v1/shares/${token}`, { headers: { 'accept-language': 'ru' } }))
  expect(page.recipe).toMatchObject({ name: 'Открытка', about: null, type: 'image', built_in: false })

  const [group] = await runtime.db
    .insert(groups)
    .values({ id: crypto.randomUUID(), name: crypto.randomUUID(), priceFactor: 0.5 })
    .returning()
  await runtime.db
    .update(users)
    .set({ groupId: group?.id ?? null })
    .where(eq(users.id, bob.id))
  runtime.offers.invalidate()
  expect((await see(bob.token))[0]?.price).toBe(2)
  const quoted = await read(quoteAnswerSchema, bob.call('POST', `/v1/recipes/${token}/quote`, {}))
  expect(quoted.price).toBe(2)
  const made = await read(
    generationSchema,
    bob.call('POST', `/v1/recipes/${token}/runs`, { values: { city: 'Oslo' } }, { headers: { 'accept-language': 'ru' } }),
  )
  expect(made.recipe).toMatchObject({ id, name: 'Открытка', author: 'Olga', again: token })
  const [act] = await runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'recipe_published'))
  expect(act).toMatchObject({ actorId: owner.id, after: { recipe: id, place: 1 } })
})

test('places are numbered from 1 in every order of publishing, moving and taking back', async () => {
  const owner = await people.person({ role: 'operator' })
  const sample_id = await owner.make()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three'])
    ids.push((await read(recipeSchema, owner.save({ name, text: 'A lake', model: 'remix', sample_id }))).id)
  const [one = '', two = '', three = ''] = ids
  const order = async () => {
    const { items } = await read(operatorRecipesSchema, owner.call('GET', '/v1/operator/recipes'))
    return items.filter(({ place }) => place !== null).map(({ name, place }) => `${place} ${name}`)
  }
  await Promise.all([publish(owner, one), publish(owner, two), publish(owner, three)])
  expect((await order()).map((each) => each[0])).toEqual(['1', '2', '3'])
  await publish(owner, three, { place: 1 })
  await publish(owner, one, { place: 3 })
  expect(await order()).toEqual(['1 Three', '2 Two', '3 One'])
  expect(await read(operatorRecipeSchema, unpublish(owner, two))).toMatchObject({ place: null, published_at: null, shown: true, texts })
  expect(await order()).toEqual(['1 Three', '2 One'])
  expect((await unpublish(owner, two)).status).toBe(200)
})

test('only people with the right publish, only their own recipes, and only with a model, a sample and both texts', async () => {
  const [ann, owner, other] = [await people.person(), await people.person({ role: 'operator' }), await people.person({ role: 'operator' })]
  const theirs = await people.shared(ann)
  expect((await publish(ann, theirs.id)).status).toBe(404)
  expect((await ann.call('GET', '/v1/operator/recipes')).status).toBe(404)
  expect((await publish(owner, theirs.id)).status).toBe(404)
  const plain = await read(recipeSchema, owner.save({ name: 'Plain', text: 'Rain' }))
  expect((await refusal(publish(owner, plain.id))).fields).toEqual({ model: 'required' })
  const bare = await read(recipeSchema, owner.save({ name: 'Bare', text: 'Rain', model: 'remix' }))
  expect((await refusal(publish(owner, bare.id))).fields).toEqual({ sample_id: 'required' })
  const { id } = await people.shared(owner)
  expect((await refusal(publish(owner, id, { texts: { en: texts.en, ru: { name: ' ' } } }))).fields).toEqual({
    'texts.ru.name': 'required',
  })
  expect((await refusal(publish(owner, id, { place: 0 }))).fields).toEqual({ place: 'too_small' })
  // Another operator may put a published recipe elsewhere or take it back, but publishes nothing of somebody else.
  expect((await publish(other, id)).status).toBe(404)
  await publish(owner, id)
  expect((await publish(other, id, { place: 1 })).status).toBe(200)
  expect((await unpublish(other, id)).status).toBe(200)
  expect((await publish(other, id)).status).toBe(404)
})

test('a recipe whose link is deleted is published no longer', async () => {
  const owner = await people.person({ role: 'operator' })
  const { id } = await people.shared(owner)
  await publish(owner, id)
  await owner.call('DELETE', `/v1/prompts/${id}/link`)
  await expect.poll(async () => (await see()).every((one) => one.built_in)).toBe(true)
})

test('an installation that has published nothing shows the built-in recipes, which everybody can open, run again and copy', async () => {
  const bob = await people.person()
  const cards = await see()
  expect(cards.map(({ recipe }) => recipe)).toEqual(Object.keys(builtIns))
  expect(cards.map(({ name }) => name)).toContain('Greeting card')
  expect((await see(undefined, 'ru')).map(({ name }) => name)).toContain('Открытка')
  for (const { recipe, sample } of cards) {
    expect(sample.file?.url).toBe(`/samples/recipes/${recipe}-en.webp`)
    const page = await read(sharedResultSchema, callApi(api, 'GET', `/v1/shares/${recipe}`))
    expect(page.recipe).toMatchObject({ built_in: true, author: null })
  }
  const values = { place: 'Dunes' }
  const made = await read(generationSchema, bob.call('POST', '/v1/recipes/landscape/runs', { values, max_price: cards[5]?.price }))
  expect(made).toMatchObject({
    prompt: 'Dunes at dawn, watercolor',
    recipe: { name: 'Watercolor landscape', author: null, again: 'landscape' },
  })
  expect((await refusal(bob.call('POST', '/v1/recipes/landscape/runs', { values: { time: 'never' } }))).fields).toEqual({
    'values.time': 'not_an_option',
  })
  expect(await read(recipeSchema, bob.call('POST', '/v1/recipes/landscape/copy'))).toMatchObject({
    name: 'Watercolor landscape',
    from: null,
  })
})

test('a published recipe that is reported and taken down is gone from the pages, and cannot be published again', async () => {
  const owner = await people.person({ role: 'owner' })
  const { id, token, sample_id } = await people.shared(owner)
  await publish(owner, id)
  expect(await see()).toHaveLength(1)
  expect((await callApi(api, 'POST', `/v1/shares/${token}/report`, { body: { reason: 'other' } })).status).toBe(204)
  const reports = v.object({ items: v.array(v.object({ id: v.string(), work: v.object({ id: v.string() }) })) })
  const { items } = await read(reports, owner.call('GET', '/v1/operator/reports'))
  const report = items.find(({ work }) => work.id === sample_id)
  const decision = { decision: 'take_down', reason: 'Not here' }
  expect((await owner.call('POST', `/v1/operator/reports/${report?.id}/decide`, decision)).status).toBe(200)
  await expect.poll(async () => (await see()).map(({ recipe }) => recipe)).not.toContain(token)
  expect(await refusal(publish(owner, id))).toMatchObject({ code: 'content_blocked' })
})
