import { afterAll, beforeAll, expect, test } from 'vitest'
import { recipesAtMost, recipeSchema, recipesSchema } from '#app/contract/recipes/recipes.ts'
import { keptDraftSchema, savedDraftSchema } from '#app/contract/studio/studio.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

async function person() {
  const { token } = await server.signIn()
  return (method: string, path: string, body?: unknown) => server.send(method, path, { body, token })
}
type Person = Awaited<ReturnType<typeof person>>

const of = (prompt: string) => ({ prompt, model: null, options: { 'image-10': { size: 'large', seed: 7 } }, inputs: [] })
const keep = (who: Person, prompt: string, seen: string | null = null) =>
  read(savedDraftSchema, who('POST', '/v1/drafts/image', { draft: of(prompt), seen }))
const kept = (who: Person, kind = 'image') => read(keptDraftSchema, who('GET', `/v1/drafts/${kind}`))

test('a draft is available on another device, by kind and for its owner only', async () => {
  const [ann, bob] = [await person(), await person()]
  expect(await kept(ann)).toEqual({ draft: null, updated_at: null })
  const { updated_at, replaced } = await keep(ann, 'a fox')
  expect(replaced).toBeNull()
  expect(await kept(ann)).toEqual({ draft: of('a fox'), updated_at })
  expect(await kept(ann, 'video')).toEqual({ draft: null, updated_at: null })
  expect(await kept(bob)).toEqual({ draft: null, updated_at: null })
})

test('the last write wins and returns the unseen draft that it replaced', async () => {
  const ann = await person()
  const desk = await keep(ann, 'written at the desk')
  expect(await keep(ann, 'written on the phone')).toMatchObject({ replaced: of('written at the desk') })
  expect(await keep(ann, 'at the desk again', desk.updated_at)).toMatchObject({ replaced: of('written on the phone') })
  const { updated_at } = await kept(ann)
  expect(await keep(ann, 'and on', updated_at)).toMatchObject({ replaced: null })
  expect((await kept(ann)).draft?.prompt).toBe('and on')
})

test('the same text saved twice replaces nothing, and writes are ordered by time', async () => {
  const ann = await person()
  const first = await keep(ann, 'a fox')
  const second = await keep(ann, 'a fox')
  expect(second.replaced).toBeNull()
  expect(second.updated_at > first.updated_at).toBe(true)
})

test('two devices that save their first draft at the same moment lose neither', async () => {
  const ann = await person()
  const answers = await Promise.all([keep(ann, 'one'), keep(ann, 'other')])
  const prompts = [(await kept(ann)).draft?.prompt, ...answers.flatMap(({ replaced }) => (replaced ? [replaced.prompt] : []))]
  expect(prompts.toSorted()).toEqual(['one', 'other'])
})

test('an invalid draft is rejected at its fields, and drafts need a session', async () => {
  const ann = await person()
  expect(await refusal(ann('POST', '/v1/drafts/poem', { draft: of('a') }))).toMatchObject({
    status: 422,
    fields: { kind: 'not_an_option' },
  })
  expect(await refusal(ann('POST', '/v1/drafts/image', { draft: { ...of('a'), prompt: 'a'.repeat(50_001) } }))).toMatchObject({
    fields: { 'draft.prompt': 'too_long' },
  })
  const inputs = Array.from({ length: 9 }, () => ({ upload_id: '01890000-0000-7000-8000-000000000001', role: 'reference' }))
  expect(await refusal(ann('POST', '/v1/drafts/image', { draft: { ...of('a'), inputs } }))).toMatchObject({
    fields: { 'draft.inputs': 'too_many' },
  })
  expect(await refusal(server.send('GET', '/v1/drafts/image'))).toMatchObject({ status: 401 })
})

const list = async (who: Person) => (await read(recipesSchema, who('GET', '/v1/prompts'))).items
const save = (who: Person, name: string, text = 'Rain over {{city}}', type = 'image') => who('POST', '/v1/prompts', { type, name, text })
const saved = (who: Person, name: string, text?: string) => read(recipeSchema, save(who, name, text))

test('a saved prompt is listed newest first, renamed, changed and deleted', async () => {
  const ann = await person()
  const rain = await saved(ann, ' Rain ')
  const snow = await saved(ann, 'Snow', 'Snow over {{city}}')
  expect(await list(ann)).toEqual([snow, rain])
  expect(rain).toMatchObject({ type: 'image', name: 'Rain', text: 'Rain over {{city}}' })
  const renamed = await read(recipeSchema, ann('PATCH', `/v1/prompts/${rain.id}`, { name: 'Drizzle' }))
  expect(renamed).toEqual({ ...rain, name: 'Drizzle', revision: 2 })
  expect((await ann('DELETE', `/v1/prompts/${snow.id}`)).status).toBe(204)
  expect(await list(ann)).toEqual([renamed])
})

test('names of saved prompts are unique by kind', async () => {
  const ann = await person()
  await saved(ann, 'Rain')
  const snow = await saved(ann, 'Snow')
  expect(await refusal(save(ann, 'Rain'))).toMatchObject({ status: 422, fields: { name: 'name_taken' } })
  expect(await refusal(ann('PATCH', `/v1/prompts/${snow.id}`, { name: 'Rain' }))).toMatchObject({ fields: { name: 'name_taken' } })
  expect((await ann('PATCH', `/v1/prompts/${snow.id}`, { name: 'Snow', text: 'Deep snow' })).status).toBe(200)
  expect((await save(ann, 'Rain', 'Rain', 'video')).status).toBe(201)
  const twice = await Promise.all([save(ann, 'Fog'), save(ann, 'Fog')])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 422])
})

test('invalid names and texts are reported at their fields', async () => {
  const ann = await person()
  expect(await refusal(save(ann, ' ', ' '))).toMatchObject({ fields: { name: 'required', text: 'required' } })
  expect(await refusal(save(ann, 'a'.repeat(81)))).toMatchObject({ fields: { name: 'too_long' } })
  expect(await refusal(save(ann, 'a', 'b', 'poem'))).toMatchObject({ fields: { type: 'not_an_option' } })
})

test('another person’s saved prompts cannot be seen, changed or deleted', async () => {
  const [ann, bob] = [await person(), await person()]
  const { id } = await saved(ann, 'Rain')
  expect(await list(bob)).toEqual([])
  for (const one of [id, 'nonsense']) {
    expect((await bob('PATCH', `/v1/prompts/${one}`, { name: 'Mine' })).status).toBe(404)
    expect((await bob('DELETE', `/v1/prompts/${one}`)).status).toBe(404)
  }
  expect(await list(ann)).toMatchObject([{ name: 'Rain' }])
})

test('a person can save only a limited number of prompts', async () => {
  const ann = await person()
  for (let count = 0; count < recipesAtMost; count += 1) expect((await save(ann, `Prompt ${count}`)).status).toBe(201)
  expect(await refusal(save(ann, 'One more'))).toMatchObject({ fields: { name: 'too_many' } })
  expect(await list(ann)).toHaveLength(recipesAtMost)
})
