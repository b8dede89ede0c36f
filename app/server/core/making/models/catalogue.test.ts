import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { modelSchema } from '#app/contract/runs/models.ts'
import { locales } from '#config'
import { readEnv } from '#app/server/env.ts'
import { openConnected } from '#app/server/providers/connected/open-connected.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import { checkOptions } from './check-options.ts'
import { describeModel } from './describe-model.ts'
import { chargeOf, priceOf } from './price.ts'
import { pricedRun } from './priced-run.ts'

const keys = {
  OPENAI_API_KEY: 'k',
  GOOGLE_GENERATIVE_AI_API_KEY: 'k',
  XAI_API_KEY: 'k',
  ANTHROPIC_API_KEY: 'k',
  MISTRAL_API_KEY: 'k',
  FAL_API_KEY: 'k',
  REPLICATE_API_TOKEN: 'k',
  BFL_API_KEY: 'k',
  ELEVENLABS_API_KEY: 'k',
  ALIBABA_API_KEY: 'k',
  MINIMAX_API_KEY: 'k',
  DEEPSEEK_API_KEY: 'k',
  GROQ_API_KEY: 'k',
  RUNWAYML_API_SECRET: 'k',
  LUMA_AGENTS_API_KEY: 'k',
  KLING_API_KEY: 'k',
  STABILITY_API_KEY: 'k',
  RECRAFT_API_TOKEN: 'k',
  IDEOGRAM_API_KEY: 'k',
}
const opens = () => Promise.reject(new Error('nothing is opened by listing'))

function providersOf(variables: Record<string, string>) {
  const env = readEnv({ OLLAMA_URL: 'off', ...variables })
  return openProviders(openConnected({ env, openers: { text: opens, media: opens }, modelsFile: noModelsFile, scratchDir: '.' }))
}
const all = await providersOf(keys).models()
const models = all.filter(({ retired }) => !retired)

test('without a key no model is offered, and each key offers the models of its service only', async () => {
  expect(await providersOf({}).models()).toEqual([])
  const mistral = await providersOf({ MISTRAL_API_KEY: 'k' }).models()
  expect(new Set(mistral.map(({ provider }) => provider))).toEqual(new Set(['mistral']))
  expect(new Set(models.map(({ provider }) => provider)).size).toBe(Object.keys(keys).length)
})

test('no two models have the same id', () => {
  expect(new Set(models.map(({ id }) => id)).size).toBe(models.length)
})

describe.each(models.map((model) => [model.id, model] as const))('%s', (_id, model) => {
  test('a model can be shown in every language', () => {
    for (const locale of locales) expect(v.is(modelSchema, describeModel(model, locale, null))).toBe(true)
    expect(describeModel(model, 'en', null).name).toBe(model.name.message)
  })

  test('a model has a price for its defaults and for its most expensive options', () => {
    const usual = checkOptions(model.options, {})
    const most = { ...usual }
    for (const [name, option] of Object.entries(model.options))
      if ('maximum' in option && option['x-control'] !== 'seed') most[name] = option.maximum
    for (const options of [usual, checkOptions(model.options, most)]) {
      const run = pricedRun({ model, prompt: 'x'.repeat(model.prompt.maxLength), options, history: [], attached: [] })
      const held = priceOf(model.price, run)
      expect(held).toBeGreaterThan(0)
      expect(chargeOf(model.price, { priced: run, usage: undefined, held })).toBe(held)
    }
    expect(priceOf(model.price, pricedRun({ model, prompt: 'a lake', options: usual, history: [], attached: [] }))).toBeLessThan(1_000_000)
  })
})

test('a retired model has its name and says in every language which model replaces it', () => {
  const gone = all.filter(({ retired }) => retired)
  expect(gone.map(({ id }) => id)).toEqual(expect.arrayContaining(['openai/sora-2', 'google/gemini-2.5-flash-image']))
  const [image] = gone.filter(({ id }) => id === 'google/gemini-2.5-flash-image')
  if (!image) throw new Error('no retired image model')
  expect(describeModel(image, 'en', null)).toMatchObject({
    name: 'Gemini 2.5 Flash Image',
    available: false,
    retired: true,
    unavailable_reason: 'Gemini 2.5 Flash Image has been retired by its provider. Use Nano Banana 2.1 instead.',
  })
  expect(describeModel(image, 'ru', null).unavailable_reason).toBe(
    'Провайдер отключил модель Gemini 2.5 Flash Image. Используйте Nano Banana 2.1.',
  )
})
