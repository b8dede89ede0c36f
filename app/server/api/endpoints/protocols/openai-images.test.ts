import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileContent, makesAFile, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { openOpenaiServer, refusal } from '#tests/fixtures/openai-server.ts'
import { ProviderError, type ProviderModel, type RunRequest } from '#app/server/providers/provider.ts'

/** Tests with the official client, unchanged, over HTTP. */

const words = (message: string) => ({ id: `test.${message}`, message })
const model = (given: Pick<ProviderModel, 'id' | 'inputs'> & Partial<ProviderModel>): ProviderModel => ({
  type: 'image',
  provider: 'scripted',
  name: words(given.id),
  description: words('scripted'),
  price: { base: 5, per: null },
  options: {},
  prompt: { placeholder: words('Words'), maxLength: 1_000, examples: [] },
  unavailable: null,
  ...given,
})
const scripted = scriptedProvider()
const provider = {
  ...scripted,
  models: async () => [
    model({ id: 'draws', inputs: [] }),
    model({
      id: 'edits',
      inputs: [
        { role: 'source', types: ['image'], max: 1, required: true },
        { role: 'mask', types: ['image'], max: 1, needs: 'source' },
        { role: 'reference', types: ['image'], max: 2 },
      ],
      options: { count: { type: 'integer', title: words('Count'), minimum: 1, maximum: 2, default: 1 } },
    }),
    model({ id: 'refers', inputs: [{ role: 'reference', types: ['image'], max: 3 }] }),
  ],
}

let server: Awaited<ReturnType<typeof openOpenaiServer>>
const asked: RunRequest[] = []

beforeAll(async () => {
  server = await openOpenaiServer({ provider })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  asked.length = 0
  scripted.script = (request, context) => {
    asked.push(request)
    return makesAFile(server.runtime.scratchDir)(request, context)
  }
})

const picture = async (width = 8, name = 'a.png') => new File([new Uint8Array(await makePicture(width, 8))], name)
const inline = (answer: { data?: { b64_json?: string }[] }) => Buffer.from(answer.data?.[0]?.b64_json ?? '', 'base64').toString()

test('an image with a mask is changed by a model that edits, for the usual price', async () => {
  const { openai, user } = await server.client()
  const answer = await openai.images.edit({ model: 'edits', prompt: 'a red roof', image: await picture(), mask: await picture(16), n: 2 })
  expect(inline(answer)).toBe(fileContent)
  expect(asked).toMatchObject([{ prompt: 'a red roof', options: { count: 2 }, inputs: [{ role: 'source' }, { role: 'mask' }] }])
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})

test('several images are the source and references, as far as the model takes them', async () => {
  const { openai } = await server.client()
  const images = await Promise.all([8, 16, 24].map((width) => picture(width)))
  await openai.images.edit({ model: 'edits', prompt: 'both', image: images })
  await openai.images.edit({ model: 'refers', prompt: 'both', image: images })
  expect(asked.map(({ inputs }) => inputs.map(({ role }) => role))).toEqual([
    ['source', 'reference', 'reference'],
    ['reference', 'reference', 'reference'],
  ])
  const four = [...images, await picture(32)]
  expect(await refusal(openai.images.edit({ model: 'edits', prompt: 'x', image: four }))).toMatchObject({ status: 400, param: 'image' })
})

test('a parameter that a model cannot follow is refused by its name, before anything is charged', async () => {
  const { openai, user } = await server.client()
  const image = await picture()
  const ask = (wrong: object) => refusal(openai.images.edit({ model: 'edits', prompt: 'x', image, ...wrong }))
  expect(await ask({ model: 'draws' })).toMatchObject({ status: 400, param: 'model' })
  expect(await ask({ model: 'nowhere' })).toMatchObject({ status: 404, code: 'model_not_found' })
  expect(await ask({ model: 'refers', mask: image })).toMatchObject({ status: 400, param: 'mask' })
  expect(await ask({ n: 3 })).toMatchObject({ status: 400, param: 'n' })
  expect(await ask({ size: 'huge' })).toMatchObject({ status: 400, param: 'size' })
  expect(await ask({ response_format: 'tiff' })).toMatchObject({ status: 400, param: 'response_format' })
  expect(await ask({ partial_images: 9, stream: true })).toMatchObject({ status: 400, param: 'partial_images' })
  expect(await ask({ image: new File(['just words'], 'a.png') })).toMatchObject({ status: 400, param: 'image' })
  expect(await ask({ mask: new File([new Uint8Array(9)], 'a.png') })).toMatchObject({ status: 400, param: 'mask' })
  expect(await refusal(openai.post('/images/edits', { body: { model: 'edits' } }))).toMatchObject({ status: 415 })
  expect(await refusal(openai.images.createVariation({ image }))).toMatchObject({ status: 400, param: 'image' })
  expect(asked).toEqual([])
  expect(await server.balance(user)).toEqual({ available: 100, held: 0 })
})

test('parameters without an effect are named in the response', async () => {
  const { openai } = await server.client()
  const request = openai.images.edit({
    model: 'edits',
    prompt: 'x',
    image: await picture(),
    quality: 'high',
    input_fidelity: 'low',
    user: 'a',
  })
  const { response } = await request.withResponse()
  expect(response.headers.get('x-ignored-parameters')).toBe('quality, input_fidelity, user')
  const drawn = await openai.images.generate({ model: 'draws', prompt: 'x', size: '1024x1024', moderation: 'low' }).withResponse()
  expect(drawn.response.headers.get('x-ignored-parameters')).toBe('size, moderation')
})

test('an edit that is sent again with its key is made and charged once', async () => {
  const { openai, user } = await server.client()
  const ask = async (prompt: string) =>
    openai.images.edit({ model: 'edits', prompt, image: await picture() }, { headers: { 'Idempotency-Key': 'one' } })
  expect(inline(await ask('a roof'))).toBe(inline(await ask('a roof')))
  expect(await refusal(ask('a door'))).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(asked).toHaveLength(1)
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})

test('a stream has the previews that were asked for, then the image', async () => {
  const gate = Promise.withResolvers<void>()
  scripted.script = async (request, context) => {
    // Previews that come too soon after each other are dropped.
    for (const part of ['AAAA', 'BBBB', 'CCCC'])
      await expect
        .poll(
          () => {
            if (!seen.includes(part)) context.onPreview(`data:image/webp;base64,${part}`)
            return seen.includes(part)
          },
          { interval: 5 },
        )
        .toBe(true)
    await gate.promise
    return makesAFile(server.runtime.scratchDir)(request, context)
  }
  const seen: string[] = []
  const { openai, user } = await server.client()
  const stop = server.runtime.hub.subscribeToPreviews(user.id, ({ preview }) => seen.push(preview.slice(-4)))
  const stream = await openai.images.generate({ model: 'draws', prompt: 'x', stream: true, partial_images: 2 })
  const events = []
  for await (const event of stream) {
    events.push(event)
    if (events.length === 2) gate.resolve()
  }
  stop()
  expect(events).toMatchObject([
    { type: 'image_generation.partial_image', b64_json: 'AAAA', partial_image_index: 0, output_format: 'webp' },
    { type: 'image_generation.partial_image', b64_json: 'BBBB', partial_image_index: 1 },
    { type: 'image_generation.completed', b64_json: Buffer.from(fileContent).toString('base64'), size: '4x2' },
  ])
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})

test('a stream of an edit ends with its images; a failure at its beginning is an HTTP status', async () => {
  const { openai, user } = await server.client()
  const image = await picture()
  const types = []
  for await (const event of await openai.images.edit({ model: 'edits', prompt: 'x', image, stream: true })) types.push(event.type)
  expect(types).toEqual(['image_edit.completed'])
  scripted.script = () => Promise.reject(new ProviderError('refused', 'refused by the service'))
  expect(await refusal(openai.images.edit({ model: 'edits', prompt: 'y', image, stream: true }).then((stream) => stream))).toMatchObject({
    status: 400,
    code: 'content_policy_violation',
  })
  expect(await server.balance(user)).toEqual({ available: 95, held: 0 })
})

test('a key without the scope to run models changes no image', async () => {
  const { openai } = await server.client({ scopes: ['read'] })
  expect(await refusal(openai.images.edit({ model: 'edits', prompt: 'x', image: await picture() }))).toMatchObject({ status: 403 })
})
