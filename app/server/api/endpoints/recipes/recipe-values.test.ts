import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { recipeSchema } from '#app/contract/recipes/recipes.ts'
import { createKey } from '#tests/factories/api-keys.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { hostileForm, hostilePrompt, hostileValues, TestFile, withFiles } from '#tests/fixtures/hostile-values.ts'
import { recipePeople, type RecipePerson } from '#tests/fixtures/recipe-people.ts'
import { read, refusal } from '#tests/fixtures/read-response.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { planCall } from '#app/server/core/making/tools/plan.ts'
import { readRecipes } from '#app/server/core/making/tools/recipes.ts'
import { prepareCall } from '#app/server/core/making/turns/prepare-call.ts'
import { Problem } from '#app/server/core/problem.ts'
import { readEntitlement } from '#app/server/core/rules/groups/entitlement.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { createApi } from '../../api.ts'

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let bob: RecipePerson
let key: string
/** The recipe of the person, and the link of another one's. */
let recipe: { id: string; token: string }
let files: Record<TestFile['whose'], string>
beforeAll(async () => {
  const studio = scriptedProvider()
  const models = (await studio.models()).map((model) => ({ ...model, prompt: { ...model.prompt, maxLength: 100_000 } }))
  runtime = await openTestRuntime({ provider: { ...studio, models: async () => models }, work: true })
  api = createApi(runtime)
  const people = recipePeople(runtime, api)
  const ann = await people.person()
  bob = await people.person({ name: 'Bob' })
  key = await createKey(runtime, bob, { scopes: ['generate'] })
  const form = { ...hostileForm, model: 'remix' }
  const { id } = await read(recipeSchema, bob.save(form))
  const [sample_id] = await insertWorks(runtime.db, ann.id, [{}])
  const { id: theirs } = await read(recipeSchema, ann.save({ ...form, sample_id }))
  const { link } = await read(recipeSchema, ann.call('POST', `/v1/prompts/${theirs}/link`, {}))
  const sound = { id: uuidv7(), userId: bob.id, type: 'audio', mediaType: 'audio/wav', storageKey: uuidv7(), bytes: 1, sha256: '' } as const
  await runtime.db.insert(uploads).values(sound)
  recipe = { id, token: link?.token ?? '' }
  files = { own: (await bob.upload()).id, theirs: (await ann.upload()).id, 'nobody’s': uuidv7(), sound: sound.id }
})
afterAll(() => runtime[Symbol.asyncDispose]())

const run = (which: string, values: object, token = bob.token) =>
  callApi(api, 'POST', `/v1/recipes/${which}/runs`, { token, body: { values, max_price: 1_000 } })

/** Fills the recipe in as an assistant does, up to the question that it asks. */
async function callTool(values: object): Promise<{ prompt: string } | { refused: string }> {
  const { db, providers } = runtime
  const handles = new Map(Object.entries(files).flatMap(([whose, id], at) => (whose === 'nobody’s' ? [] : [[`f${at}`, id]])))
  const planner = {
    providers,
    userId: bob.id,
    offer: await readEntitlement(db, bob.id),
    handles,
    recipes: await readRecipes(db, { userId: bob.id, chosen: [`recipe:${recipe.id}`] }),
  }
  // The arguments of a model are JSON.
  const input: unknown = JSON.parse(JSON.stringify({ recipe: 'Postcard', values }))
  const plan = await planCall(db, planner, { name: 'use_recipe', input })
  if ('answer' in plan) return { refused: plan.answer.text }
  try {
    const { run: planned } = await prepareCall(db, { providers, userId: bob.id, id: uuidv7(), run: plan.run })
    return { prompt: planned.prompt }
  } catch (error) {
    if (error instanceof Problem) return { refused: JSON.stringify(error.fields) }
    throw error
  }
}

test.each(hostileValues)('$name: a call, a key, a link and a tool agree', async ({ values, errors }) => {
  const inRequest = withFiles(values, (whose) => ({ upload_id: files[whose] }))
  const calls = [run(recipe.id, inRequest), run(recipe.id, inRequest, key), run(recipe.token, inRequest)]
  // A model names files by handles, which are words elsewhere.
  const handle = ({ whose }: TestFile) => `f${Object.keys(files).indexOf(whose)}`
  const { Photo } = values
  const called = await callTool({ ...inRequest, ...(Photo instanceof TestFile && { Photo: handle(Photo) }) })
  if (Object.keys(errors).length > 0) {
    const fields = Object.fromEntries(Object.entries(errors).map(([name, code]) => [`values.${name}`, code]))
    for (const call of calls) expect(await refusal(call)).toMatchObject({ status: 422, code: 'invalid_input', fields })
    expect(called).toEqual({ refused: expect.any(String) })
    return
  }
  const prompt = hostilePrompt(values)
  for (const call of calls) expect(await read(generationSchema, call)).toMatchObject({ prompt })
  expect(called).toEqual({ prompt })
})
