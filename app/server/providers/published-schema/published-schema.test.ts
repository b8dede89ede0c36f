import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { type MediaAnswer, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { recordStarts } from '#tests/fixtures/recorded-starts.ts'
import { openCompatible } from '../compatible/open-compatible.ts'
import { withWire } from '../connected/wire.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { checkModels } from '../models-file/check-models.ts'
import { toModelsFile } from '../models-file/to-models-file.ts'
import type { ModelOption } from '../provider.ts'
import { draftModel } from './draft-model.ts'
import { readFalSchema, readReplicateSchema, readServerSchema } from './fetch-schema.ts'

const fixtureSchema = v.object({ source: v.pipe(v.string(), v.url()), checked: v.pipe(v.string(), v.isoDate()), answer: v.unknown() })
const fixture = async (name: string) =>
  v.parse(fixtureSchema, JSON.parse(await readFile(new URL(`../../../../tests/fixtures/schemas/${name}.json`, import.meta.url), 'utf8')))
    .answer

let starts: Awaited<ReturnType<typeof recordStarts>>
beforeAll(async () => {
  starts = await recordStarts()
})
afterAll(() => starts[Symbol.asyncDispose]())

async function publish(answer: MediaAnswer) {
  const server = await startMediaServer(() => answer)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

const fal = async (model: string) => {
  const server = await publish({ json: await fixture('fal') })
  return { server, schema: await readFalSchema({ apiKey: 'a-key', baseUrl: `${server.url}/fal`, model }) }
}

/** Publishes a draft as the operator would, once it has a price. */
function modelOf(id: string, document: object): CatalogueModel {
  const checked = checkModels({ models: { [id]: { ...document, price: { per_run: 1 } } } })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const [model] = toModelsFile(checked.file).added(id.slice(0, id.indexOf('/')))
  if (!model) throw new Error('the draft adds no model')
  return model
}

function twoOf(option: ModelOption): OptionValues[string][] {
  if ('enum' in option) return option.enum.slice(0, 2)
  if (option.type === 'boolean') return [false, true]
  return option.type === 'string' ? ['herons', 'egrets'] : [option.minimum, Math.min(option.minimum + 1, option.maximum)]
}

const plain = (value: unknown) => v.parse(v.record(v.string(), v.unknown()), value)

describe('an imported schema', () => {
  test.each(['fal-ai/flux/schnell', 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video'])(
    '%s: every option and file of fal’s schema is sent under its name',
    async (name) => {
      const { server, schema } = await fal(name)
      expect(server.calls).toMatchObject([{ path: expect.stringContaining('expand=openapi-3.0'), headers: { authorization: 'Key a-key' } }])
      const { document, leftOut } = draftModel(schema, { provider: 'fal' })
      const model = modelOf('fal/imported', document)
      const inputs = model.inputs.flatMap((input) => starts.give({ ...input, max: 1 }))
      const properties = Object.keys(
        schema.document.components.schemas[name.includes('flux') ? 'FluxSchnellInput' : 'KlingInput']?.properties ?? {},
      )
      const sent = new Set<string>(leftOut.map(({ field }) => field))
      for (const [option, described] of Object.entries(model.options)) {
        const [one, other] = twoOf(described)
        if (one === undefined || other === undefined) throw new Error(`${option} has one value`)
        const first = await starts.send('fal', model, { options: { [option]: one }, inputs })
        const second = await starts.send('fal', model, { options: { [option]: other }, inputs })
        expect(first.path).toBe(`/${name}`)
        const field = model.wire?.options[option]?.name ?? option
        expect(plain(first.body)[field], option).not.toEqual(plain(second.body)[field])
        for (const key of Object.keys(plain(second.body))) sent.add(key)
      }
      expect([...sent].toSorted()).toEqual(properties.toSorted())
    },
  )

  test('fal: kinds, defaults, limits and roles are those of the schema, and what changes the connection is left out', async () => {
    const { schema } = await fal('fal-ai/kling-video/v2.5-turbo/pro/image-to-video')
    const { document, leftOut } = draftModel(schema, { provider: 'fal' })
    expect(document).toMatchObject({
      type: 'video',
      name: 'Kling 2.5 Turbo Pro',
      prompt_max_length: 2_500,
      options: {
        duration: { choices: { 5: null, 10: null }, default: '5', sends: 'duration' },
        negative: { max_length: 2_000, default: 'blur, distort, and low quality', sends: 'negative_prompt' },
        cfg_scale: { from: 0, to: 1, default: 0.5, more: true, label: 'Cfg Scale' },
        frames_per_second: { choices: { 24: { sends: 24 }, 30: { sends: 30 } }, default: '24' },
      },
      inputs: [
        { role: 'first_frame', required: true, sends: 'image_url' },
        { role: 'last_frame', sends: 'tail_image_url' },
      ],
    })
    expect(document).not.toHaveProperty('price')
    expect(leftOut).toEqual([{ field: 'loras', reason: 'type' }])
    const flux = draftModel((await fal('fal-ai/flux/schnell')).schema, { provider: 'fal' })
    expect(flux.leftOut.map(({ field }) => field)).toEqual(['sync_mode', 'enable_safety_checker'])
    expect(flux.document).toMatchObject({
      type: 'image',
      options: { seed: { seed: true }, count: { from: 1, to: 4, default: 1, sends: 'num_images' } },
    })
  })

  test('fal: a number of the schema is sent as a number', async () => {
    const { schema } = await fal('fal-ai/kling-video/v2.5-turbo/pro/image-to-video')
    const model = modelOf('fal/imported', draftModel(schema, { provider: 'fal' }).document)
    const inputs = starts.give({ role: 'first_frame', types: ['image'], max: 1 })
    expect((await starts.send('fal', model, { options: { frames_per_second: '30' }, inputs })).body).toMatchObject({
      frames_per_second: 30,
      prompt: 'a lake',
    })
  })

  test('Replicate: a community model runs by its version, and its prompt has the field of the schema', async () => {
    const server = await publish({ json: await fixture('replicate') })
    const schema = await readReplicateSchema({ apiKey: 'a-key', baseUrl: `${server.url}/v1`, model: 'someone/reel' })
    expect(server.calls).toMatchObject([{ path: '/v1/models/someone/reel', headers: { authorization: 'Bearer a-key' } }])
    const { document, leftOut } = draftModel(schema, { provider: 'replicate' })
    expect(leftOut).toEqual([])
    expect(document).toMatchObject({
      type: 'video',
      prompt_sends: 'input.text',
      inputs: [{ role: 'first_frame', sends: 'input.start_image' }],
    })
    const model = modelOf('replicate/reel', document)
    const options = { seed: 7, aspect: '9:16', num_frames: 60, go_fast: false, strength: 0.5, style: 'noir' }
    const { path, body } = await starts.send('replicate', model, { options })
    expect(path).toBe('/predictions')
    expect(body).toEqual({
      version: 'someone/reel:9dcd6d78e7c6560c340d916fe32e9f24aabfa331e5cce95fe31f77fb03121426',
      input: { text: 'a lake', seed: 7, aspect_ratio: '9:16', num_frames: 60, go_fast: false, strength: 0.5, style: 'noir' },
    })
  })

  test('a server of one’s own: its own options are read, those of the protocol are filled by the adapter, and no default is invented', async () => {
    const server = await publish({ json: await fixture('own-server') })
    const schema = await readServerSchema({ url: `${server.url}/v1`, key: 'k', model: 'qwen', address: '/openapi.json', type: 'text' })
    expect(server.calls).toMatchObject([{ path: '/openapi.json', headers: { authorization: 'Bearer k' } }])
    const { document, leftOut } = draftModel(schema, { provider: 'desk', type: 'text' })
    expect(leftOut).toEqual([{ field: 'logit_bias', reason: 'type' }])
    const model = modelOf('desk/qwen', document)
    expect(Object.keys(model.options)).toEqual(['reasoning_effort', 'top_k', 'ignore_eos', 'system', 'max_output_tokens', 'temperature'])
    expect(model.options.temperature).not.toHaveProperty('default')
    const untouched = Object.fromEntries(
      Object.entries(model.options).flatMap(([name, { default: preset }]) => (preset === undefined ? [] : [[name, preset] as const])),
    )
    const opened = await openCompatible({ name: 'desk', url: starts.url, key: null, price: null }).open(model)
    const { body } = await starts.sendTo(model.wire ? withWire(opened, model.wire) : opened, model, {
      options: { temperature: 0.3, reasoning_effort: 'high', top_k: 40, ignore_eos: true },
    })
    expect(body).toMatchObject({ temperature: 0.3, reasoning_effort: 'high', top_k: 40, ignore_eos: true })
    const usual = await starts.sendTo(model.wire ? withWire(opened, model.wire) : opened, model, { options: untouched })
    expect(Object.keys(plain(usual.body)).toSorted()).toEqual(['ignore_eos', 'max_tokens', 'messages', 'model', 'stream', 'stream_options'])
  })
})

describe('a schema that cannot be imported', () => {
  const read = (url: string, model = 'a/b') => readFalSchema({ apiKey: 'a-key', baseUrl: url, model })

  test.each<[string, MediaAnswer, string]>([
    ['an unknown model', { json: { models: [] } }, 'schema_unknown'],
    ['a page that is missing', { status: 404, json: {} }, 'schema_unknown'],
    ['a service that fails', { status: 503, json: {} }, 'schema_unreachable'],
    ['a connection that breaks', 'reset', 'schema_unreachable'],
    ['a page in place of JSON', { bytes: Buffer.from('<html>') }, 'schema_unusable'],
    ['a model without a schema', { json: { models: [{ endpoint_id: 'a/b' }] } }, 'schema_unusable'],
    [
      'a schema without a start',
      { json: { models: [{ endpoint_id: 'a/b', openapi: { paths: {}, components: { schemas: {} } } }] } },
      'schema_unusable',
    ],
    ['a document without an end', { bytes: Buffer.alloc(5 * 1024 * 1024, ' ') }, 'schema_too_large'],
  ])('%s says so', async (_, answer, fault) => {
    const server = await publish(answer)
    await expect(read(server.url)).rejects.toMatchObject({ fault })
  })

  test('a document at an address of the own network other than the server’s is refused, and no key is sent there', async () => {
    const server = await publish({ json: await fixture('own-server') })
    const ask = (address: string) => readServerSchema({ url: 'http://127.0.0.1:9/v1', key: 'k', model: 'm', address, type: 'text' })
    await expect(ask(`${server.url}/openapi.json`)).rejects.toMatchObject({ fault: 'schema_address' })
    await expect(ask('file:///etc/passwd')).rejects.toMatchObject({ fault: 'schema_address' })
    expect(server.calls).toEqual([])
  })

  test('names of the language, circles of references and unusual values do no harm', () => {
    const odd = {
      type: 'object',
      properties: { constructor: { type: 'string' }, deep: { $ref: '#/components/schemas/Odd' }, many: { enum: [] }, none: {} },
    }
    const document = { paths: {}, components: { schemas: { Odd: { allOf: [{ $ref: '#/components/schemas/Odd' }] } } } }
    const { document: draft, leftOut } = draftModel(
      { document, input: odd, output: undefined, model: 'm', name: undefined, description: undefined, filled: [] },
      { provider: 'fal' },
    )
    expect(draft.options).toEqual({})
    expect(leftOut.map(({ field }) => field)).toEqual(['constructor', 'deep', 'many', 'none'])
  })
})
