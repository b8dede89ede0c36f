import { describe, expect, test } from 'vitest'
import { type ServerText, translate } from '../../i18n.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { listedModel } from '../compatible/listed-model.ts'
import { priceOfCost } from '../catalogue/costs.ts'
import { connectedProvider } from '../connected/connected-provider.ts'
import { checkModels } from './check-models.ts'
import { ModelsFileError, parseModelsFile } from './read-models-file.ts'
import { toDocument } from './to-document.ts'

const [sample] = catalogue.openai

async function known(id: string) {
  const provider = connectedProvider({
    id: 'openai',
    name: 'OpenAI',
    models: [...catalogue.openai, ...(sample ? [{ ...sample, id: 'openai/unpriced', price: null }] : [])],
    open: () => Promise.reject(new Error('not in this test')),
    receive: () => Promise.reject(new Error('not in this test')),
    scratchDir: '.',
  })
  const model = (await provider.models()).find((one) => one.id === id)
  if (!model) throw new Error(`no ${id}`)
  return model
}

const messageOf = (source: string) => {
  try {
    parseModelsFile(source, 'models.yaml')
  } catch (error) {
    if (error instanceof ModelsFileError) return error.message
    throw error
  }
  return 'it was taken'
}

describe('the models file', () => {
  const file = parseModelsFile(
    `
price_factor: 2
models:
  openai/gpt-6-luna: { hidden: true }
  openai/gpt-6.1-terra:
    name: { en: Our helper, ru: Наш помощник }
    fallback: openai/gpt-6-luna
    price: { base: 1, per_1000_tokens_in: 0.1, per_1000_tokens_out: 0.5 }
  openai/unpriced:
    price: { per_run: 3 }
    price_factor: 1.5
  lab/tiny:
    provider: lab
    model: tiny.gguf
    type: text
    name: Tiny
    price: { per_run: 0 }
`,
    'models.yaml',
  )

  test('the models file hides, renames and prices models and names a fallback', async () => {
    expect(file.adjust(await known('openai/gpt-6-luna'))).toBeUndefined()
    const changed = file.adjust(await known('openai/gpt-6.1-terra'))
    expect(changed).toMatchObject({
      fallback: 'openai/gpt-6-luna',
      price: { base: 1, per: { measure: 'model_tokens', every: 1_000, input: 0.1, output: 0.5 } },
    })
    expect(changed && translate('ru', changed.name)).toBe('Наш помощник')
  })

  test('the models file multiplies the prices that it does not set', async () => {
    const model = await known('openai/gpt-image-2.6-flare')
    expect(model.price.per).toMatchObject({ tokens: 30 })
    expect(file.adjust(model)?.price.per).toMatchObject({ tokens: 60 })
  })

  test('the models file makes a model that had no price one that can be run', async () => {
    const model = await known('openai/unpriced')
    expect(model.unavailable).not.toBeNull()
    expect(file.adjust(model)).toMatchObject({ unavailable: null, price: { base: 4.5, per: null } })
  })

  test('a model without the option that its price counts cannot be run', async () => {
    const priced = parseModelsFile('models: { openai/unpriced: { price: { per_image: 1 } } }', 'models.yaml')
    const model = await known('openai/unpriced')
    const { options } = await known('openai/gpt-image-2.6-flare')
    expect(priced.adjust({ ...model, options })).toMatchObject({ unavailable: null })
    expect(priced.adjust({ ...model, options: {} })).toMatchObject({ unavailable: { text: { id: 'model.no_price' } } })
  })

  test('the models file adds models to the service that has them', () => {
    expect(file.added('openai')).toEqual([])
    expect(file.added('lab')).toMatchObject([{ id: 'lab/tiny', model: 'tiny.gguf', type: 'text', via: 'text' }])
  })

  test('the models file may be JSON, and may be empty', () => {
    expect(parseModelsFile('{"models": {"a/b": {"hidden": true}}}', 'models.json').ids).toEqual(['a/b'])
    expect(parseModelsFile('', 'models.yaml').ids).toEqual([])
  })
})

const entries = Object.entries(catalogue).flatMap(([provider, models]) => models.map((model) => [model.id, provider, model] as const))

test.each(entries)('the models file can declare all that the catalogue says of %s', (id, provider, model) => {
  const { cost, laterCost, ...priced } = model
  for (const described of [priced, { ...priced, cost, ...(laterCost && { laterCost }) }]) {
    const source = JSON.stringify({ models: { [id]: toDocument(provider, described) } })
    const [made] = parseModelsFile(source, 'models.json').added(provider)
    expect(made && comparable(made)).toEqual(comparable(model))
    expect(made?.cost && priceOfCost(made.cost)).toEqual('cost' in described ? model.price : undefined)
  }
})

test('prices have rates by the length of the prompt, cached input and hours', () => {
  const tiered = (price: string) => `models:\n  lab/tiny: { provider: lab, model: tiny.gguf, type: text, name: Tiny, price: ${price} }`
  const file = parseModelsFile(
    tiered(
      '{ per_1000_tokens_in: 1, per_1000_tokens_out: 2, per_1000_tokens_cached: 0.1, long: [{ above: 9, per_1000_tokens_in: 7, per_1000_tokens_out: 8 }, { above: 5, per_1000_tokens_in: 3, per_1000_tokens_out: 4 }], hours: { times: [{ from: "22:00", to: "06:00" }], days: [sat, sun], factor: 0.5 } }',
    ),
    'models.yaml',
  )
  const [model] = file.added('lab')
  expect(model?.price).toEqual({
    base: 0,
    per: {
      measure: 'model_tokens',
      every: 1_000,
      input: 1,
      output: 2,
      cached: 0.1,
      long: [
        { above: 5, input: 3, output: 4 },
        { above: 9, input: 7, output: 8 },
      ],
    },
    hours: { times: [{ from: '22:00', to: '06:00' }], days: [6, 0], factor: 0.5 },
  })
  const again = model && toDocument('lab', model)
  expect(again?.price).toEqual({
    per_1000_tokens_in: 1,
    per_1000_tokens_out: 2,
    per_1000_tokens_cached: 0.1,
    long: [
      { above: 5, per_1000_tokens_in: 3, per_1000_tokens_out: 4 },
      { above: 9, per_1000_tokens_in: 7, per_1000_tokens_out: 8 },
    ],
    hours: { times: [{ from: '22:00', to: '06:00' }], days: ['sat', 'sun'], factor: 0.5 },
  })
  const both = 'per_1000_tokens_in: 1, per_1000_tokens_out: 2'
  for (const [price, cause] of [
    [`{ ${both}, long: [{ over: 5, per_1000_tokens_in: 3, per_1000_tokens_out: 4 }] }`, /over is not known here. Did you mean "above"/],
    [`{ ${both}, hours: { times: [{ from: "25:00", to: "06:00" }], factor: 2 } }`, /must be a time such as 16:30/],
    [`{ ${both}, hours: { times: [{ form: "01:00", to: "06:00" }], factor: 2 } }`, /form is not known here. Did you mean "from"/],
    [`{ ${both}, hours: { time: [], factor: 2 } }`, /time is not known here. Did you mean "times"/],
    [`{ ${both}, hours: { times: [{ from: "01:00", to: "06:00" }], days: [monday], factor: 2 } }`, /must be one of .*mon/],
  ] as const)
    expect(messageOf(tiered(price))).toMatch(cause)
})

test('a listed model keeps an option without a default, for which nothing is sent', () => {
  const model = listedModel({ server: 'desk', model: 'llama', price: { base: 1, per: null }, reads: [], contextLength: null })
  if (!model) throw new Error('the model is not listed')
  const source = JSON.stringify({ models: { [model.id]: toDocument('desk', model) } })
  const [made] = parseModelsFile(source, 'models.json').added('desk')
  expect(made?.options.temperature).toEqual(model.options.temperature)
  expect(made?.options.temperature).not.toHaveProperty('default')
})

const textsOf = (text: ServerText | string) =>
  typeof text === 'string' ? { en: text, ru: text } : { en: translate('en', text), ru: translate('ru', text) }
const labelsOf = (labels: Record<string, ServerText | string> = {}) =>
  Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, textsOf(label)]))

/** Everything about a model that people or its service notice. */
const comparable = ({ price, prompt, name, description, options, later, cost: _cost, laterCost: _laterCost, ...model }: CatalogueModel) => {
  const { source: _source, checked: _checked, ...rest } = { source: null, checked: null, ...model }
  return {
    ...rest,
    price,
    later: later && { from: later.from, price: later.price },
    name: textsOf(name),
    description: textsOf(description),
    prompt: { ...prompt, placeholder: textsOf(prompt.placeholder) },
    options: Object.fromEntries(
      Object.entries(options).map(([key, option]) => [
        key,
        { ...option, title: textsOf(option.title), ...('x-labels' in option && { 'x-labels': labelsOf(option['x-labels']) }) },
      ]),
    ),
  }
}

const film = (more: string) => `models:
  a/b:
    provider: lab
    model: b
    type: video
    name: B
${more}`

const made = (provider: string, model: string, more: string) =>
  `models:\n  a/b:\n    provider: ${provider}\n    model: ${model}\n    type: video\n    name: B\n    ${more}\n`

test.each([
  ['models:\n  a/b:\n    hiden: true\n', /^models\.yaml:3: models → a\/b → hiden is not known here\. Did you mean "hidden"\?$/],
  ['models:\n  a/b:\n    price: { per_run: -1 }\n', /^models\.yaml:3: models → a\/b → price → per_run must not be negative\.$/],
  ['models:\n  a/b:\n    price: { per_hour: 1 }\n', /^models\.yaml:3: models → a\/b → price must be one of /],
  [
    'models:\n  a/b:\n    provider: a\n    model: b\n    name: B\n    type: audio\n    via: transcription\n    price: { per_second: 1 }\n',
    /^models\.yaml:8: models → a\/b → price must be one of per_run, per_minute, per_input_second for a model of type transcription\.$/,
  ],
  ['price_factor: lots\n', /^models\.yaml:1: price_factor must be a number\.$/],
  ['models:\n  a/b:\n    type: text\n', /^models\.yaml:3: models → a\/b → type can only be set for a new model/],
  ['models:\n  a/b:\n    provider: lab\n    type: text\n    name: B\n', /^models\.yaml:3: .* must have a "model"\.$/],
  ['models:\n\n  a/b: [\n', /^models\.yaml:\d+: /],
  [film('    options: { shape: { choises: [a, b] } }'), /^models\.yaml:7: .* → shape must have "choices", /],
  [film('    options: { shape: { choices: [a, b], lable: Shape } }'), /→ shape → lable is not known here\. Did you mean "label"\?$/],
  [film('    options: { shape: { choices: [a, b], default: c } }'), /→ shape → default must be one of a, b\./],
  [film('    options: { shape: { choices: { a: { sends: x }, b: } } }'), /→ choices → a → sends needs "sends" at the option/],
  [
    film('    options:\n      shape: { choices: [a, b], only_with: { lenght: 5 } }\n      length: { from: 1, to: 9 }'),
    /^models\.yaml:8: .* → lenght is no other option of this model\. Did you mean "length"\?$/,
  ],
  [
    film('    options: { shape: { choices: [a, b], only_with: { on: 3 } }, on: { switch: true } }'),
    /→ on has the value 3, which "on" can’t have\.$/,
  ],
  [film('    options: { Shape: { switch: true } }'), /→ Shape must be a–z, 0–9 and _\.$/],
  [
    film('    options: { constructor: { switch: true } }'),
    /^models\.yaml:7: .* → constructor must not be named __proto__, constructor or prototype/,
  ],
  [film('    options: { shape: { choices: { __proto__: , b: } } }'), /→ choices → __proto__ must not be named __proto__/],
  [film('    options: { loop: { switch: true, sends: __proto__.loop } }'), /→ loop → sends must not be named __proto__/],
  [film('    options: { loop: { switch: true, sends: input.constructor.prototype.loop } }'), /→ loop → sends must not be named __proto__/],
  [film('    inputs: [{ role: last_frame, sends: input.__proto__ }]'), /→ 0 → sends must not be named __proto__/],
  ['models:\n  __proto__:\n    hidden: true\n', /^models\.yaml:2: models → __proto__ must not be named __proto__/],
  [film('    options: { size: { from: 5, to: 5 } }'), /→ size → to must be more than "from"\.$/],
  [
    film('    options: { loop: { switch: true } }\n    price: { per_second: 1 }'),
    /^models\.yaml:8: .* counts the option "duration", which the model must have\.$/,
  ],
  [
    'models:\n  a/b: { provider: a, model: b, name: B, type: image, options: { loop: { switch: true } }, price: { per_image: 1 } }\n',
    /→ price counts the option "count", which the model must have\.$/,
  ],
  ['models:\n  xai/grok-4.7: { price: { per_image: 1 } }\n', /→ price counts the option "count", which the model must have\.$/],
  [film('    price: { per_image: 1 }'), /→ price must be one of per_run, per_second, /],
  [film('    inputs: [{ role: last_frame }]'), /→ inputs → 0 must have "sends"/],
  [film('    inputs:\n      - { role: first_frame }\n      - { role: first_fram }'), /^models\.yaml:9: .* → role must be one of source, /],
  [film('    path: videos'), /→ path must be a path that begins with \/\.$/],
  [film('    task: continue_vidoe'), /^models\.yaml:7: .* → task must be one of .* Did you mean "continue_video"\?$/],
  [film('    task: enlarge'), /→ task must be one of continue_video, change_video, lip_sync for a model of type video\.$/],
  [film('    task: change_video\n    inputs: [{ role: first_frame }]'), /→ inputs must have one with the role "source" for the task /],
  [film('    task: lip_sync\n    inputs: [{ role: source, sends: film }]'), /→ inputs must have one with the role "speech"/],
  [
    film('    task: lip_sync\n    inputs: [{ role: source, types: [image], sends: film }, { role: speech, sends: s }]'),
    /types must contain video/,
  ],
  [film('    timeless: true'), /→ timeless can only be set for a transcription\.$/],
  [film('    partial_images: 2'), /→ partial_images can only be set for an image model of openai\.$/],
  [film('    streaming: false'), /→ streaming can only be set for a language model\.$/],
  [film('    max_images: 2'), /→ max_images can only be set for a language model\.$/],
  [film('    price: { per_run: 1, per_image: 2 }'), /→ price → per_image needs "max_images"\.$/],
  [film('    ends: soon'), /→ ends must be a day such as 2027-01-31\.$/],
  [
    film('    cost: { per_second: 1 }\n    later: { from: 2027-01-01, price: { per_second: 2 } }'),
    /→ later must have a "cost", like the model\.$/,
  ],
  [film('    cost: { per_second: 1 }\n    later: { form: 2027-01-01 }'), /→ form is not known here\. Did you mean "from"\?$/m],
  [film('    price: { per_secnd: 1 }'), /→ price must be one of .* Did you mean "per_second"\?$/],
  [film('    price: { per_second: 1, bass: 2 }'), /→ price → bass is not known here\. Did you mean "base"\?$/],
  [film('    price: { per_run: 1, per_search: 1 }'), /→ per_search needs the option "search"\.$/],
  [film('    description: { en: Film }'), /→ description → ru is missing\.$/],
  [film('    options: { shape: { choices: { a: { lable: A } } } }'), /→ a → lable is not known here\. Did you mean "label"\?$/],
  [film('    inputs: [{ role: first_frame, max_secnds: 5 }]'), /→ max_secnds is not known here\. Did you mean "max_seconds"\?$/],
  [
    film('    inputs:\n      - role: first_frame\n        needs: last_frame'),
    /^models\.yaml:9: .* → needs has the role "last_frame", which is no other input/,
  ],
  [
    film('    inputs: [{ role: first_frame, needs: mask }, { role: source, sends: x }]'),
    /→ needs has the role "mask", which is no other input of this model\.$/,
  ],
  [
    film('    inputs: [{ role: first_frame, needs: source, not_with: [source] }, { role: source, sends: x }]'),
    /→ not_with must not contain "source", which is needed\.$/,
  ],
  [
    film('    options: { size: { choices: [720p, 1080p] } }\n    inputs: [{ role: first_frame, only_with: { size: 1081p } }]'),
    /→ only_with → size has the value "1081p", which "size" can’t have\. Did you mean "1080p"\?$/,
  ],
  [film('    inputs: [{ role: first_frame, max_seconds: 5 }]'), /→ max_seconds needs audio or video among the "types"\.$/],
  [film('    inputs: [{ role: first_frame, video_types: [video/mp4] }]'), /→ video_types needs video among the "types"\.$/],
  [film('    inputs: [{ role: source, sends: s, types: [video], video_types: [mp4] }]'), /→ 0 must be a media type such as video\/mp4\.$/],
  [film('    inputs: [{ role: source, sends: s, types: [video], min_seconds: 9, max_seconds: 3 }]'), /min_seconds must not be more than/],
  [film('    inputs: [{ role: first_frame, min: 2 }]'), /→ min must not be more than "max"\./],
  ['- a\n', /^models\.yaml:1: the file must be /],
  [
    made('kling', 'kling-3.0', 'options: { quality: { choices: [std, pro] } }'),
    /^models\.yaml:7: .* → quality is not sent to this model: without "sends", only /,
  ],
  [made('kling', 'kling-3.0', 'options: { duraton: { from: 3, to: 15 } }'), /→ duraton is not sent .* Did you mean "duration"\?$/],
  [made('kling', 'kling-3.0-turbo', 'options: { sound: { switch: true } }'), /→ sound is not sent to this model/],
  [made('xai', 'grok-imagine-video', 'options: { negative: { max_length: 500 } }'), /→ negative is not sent to this model/],
  [made('xai', 'grok-imagine-video', 'options: { quality: { choices: [low, high] } }'), /→ quality is not sent to this model/],
  [
    made('xai', 'grok-imagine-video', 'options: { resolution: { choices: [480p, 702p] } }'),
    /→ 702p must be one of 480p, 720p, 1080p\. Did you mean "720p"\?$/,
  ],
  [made('replicate', 'a/b', 'options: { resolution: { choices: [720p] } }'), /→ resolution is not sent .* only aspect, count, seed are\./],
  [made('luma', 'ray-3.2', 'price: { per_second: 1 }'), /^models\.yaml:7: .* counts the option "duration", which the model must have\.$/],
  [made('google', 'veo', 'options: { aspect: { choices: [wide] } }'), /→ wide must be a ratio such as 16:9/],
  [made('google', 'veo', 'options: { resolution: { choices: [HD] } }'), /→ HD must be a resolution such as 720p or 4k/],
  [made('google', 'veo', 'options: { duration: { choices: [long] } }'), /→ long must be a number of seconds/],
  [
    made('google', 'veo', 'options: { duration: { from: 1, to: 9, unit: percent } }'),
    /→ duration is sent to this model only with from, to, choices\./,
  ],
  [made('kling', 'kling-3.0', 'options: { sound: { choices: [on, off] } }'), /→ sound is sent to this model only with switch\./],
  [made('kling', 'kling-3.0', 'inputs: [{ role: reference }]'), /→ inputs → 0 must have "sends"/],
  [made('kling', 'kling-3.0', 'inputs: [{ role: first_frame, max: 2 }]'), /→ max must be at most 1\.$/],
  [
    made('desk', 'film', 'options: { duration: { from: 1, to: 9 } }'),
    /→ duration is not sent to this model\. Name the field of the service in "sends"\.$/,
  ],
  [made('kling', 'kling-3.0', 'takes_pictures: true'), /→ takes_pictures can’t be set for this model/],
])('an error in the models file is named with its file, line and key: %j', (source, message) => {
  expect(messageOf(source)).toMatch(message)
})

test('a definition that an earlier version published stays in force although an option of it has no effect', () => {
  const content = {
    models: {
      'kling/b': { provider: 'kling', model: 'kling-3.0', type: 'video', name: 'B', options: { quality: { choices: ['std', 'pro'] } } },
    },
  }
  expect(checkModels(content)).toMatchObject({ problems: [{ code: 'not_sent' }] })
  expect(checkModels(content, { wasValid: true })).toHaveProperty('file')
})

test('a model without options offers only those that its service gets', () => {
  const offered = (provider: string, type: string) =>
    Object.keys(
      parseModelsFile(
        `models: { a/b: { provider: ${provider}, model: b, type: ${type}, name: B, price: { per_run: 1 } } }`,
        'm.yaml',
      ).added(provider)[0]?.options ?? {},
    )
  expect(offered('replicate', 'video')).toEqual([])
  expect(offered('fal', 'video')).toEqual(['duration'])
  expect(offered('luma', 'image')).toEqual(['count'])
})
