import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import { readEnv } from '#app/server/env.ts'
import { translate } from '#app/server/i18n.ts'
import { type ComfyuiOptions, startComfyui } from '#tests/fakes/providers/comfyui-server.ts'
import { makeFilm, makePicture } from '#tests/fixtures/make-media.ts'
import { runMedia } from '#tests/fixtures/media-service.ts'
import { openConnected } from '../connected/open-connected.ts'
import { openers } from '../openers.ts'
import { noModelsFile } from '../models-file/no-models-file.ts'
import type { RunRequest } from '../provider.ts'
import { openProviders } from '../providers.ts'
import { readWorkflow, WorkflowError } from './workflow.ts'

let dir: string
let picture: Buffer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'comfyui-'))
  picture = await makePicture()
  await writeFile(join(dir, 'given.png'), picture)
  const white = { create: { width: 64, height: 48, channels: 3, background: 'white' } } as const
  await writeFile(join(dir, 'mask.png'), await sharp(white).png().toBuffer())
})
afterAll(() => rm(dir, { recursive: true }))

const poll = { firstMs: 5, growth: 1, ceilingMs: 5, attemptMs: 5_000, giveUpMs: 60_000 }

type OpenOptions = Partial<ComfyuiOptions> & { workflows?: Record<string, object> }

/** Connects a fake ComfyUI with the example workflows, or with the given ones. */
async function open({ files = { 'quartet_00001_.png': picture }, workflows, ...options }: OpenOptions = {}) {
  const comfyui = await startComfyui({ files, ...options })
  onTestFinished(() => comfyui[Symbol.asyncDispose]())
  const folder = workflows && (await mkdtemp(join(dir, 'workflows-')))
  for (const [name, content] of Object.entries(workflows ?? {})) await writeFile(join(folder ?? '', name), JSON.stringify(content))
  const env = readEnv({ OLLAMA_URL: 'off', COMFYUI_URL: comfyui.url, ...(folder && { COMFYUI_WORKFLOWS: folder }) })
  const [provider] = openConnected({ env, openers, modelsFile: noModelsFile, scratchDir: dir, times: { poll } })
  if (!provider) throw new Error('nothing is connected')
  onTestFinished(() => provider.close())
  const models = await provider.models()
  const find = (id: string) => {
    const model = models.find((one) => one.id === id)
    if (!model) throw new Error(`${id} is not listed`)
    return model
  }
  const run = (id: string, request: Partial<RunRequest> = {}) => {
    const media = runMedia({ provider, model: { ...find(id), via: 'operation', model: id } }, { generationId: 'run-1', ...request })
    // Tests look at a failure after other steps.
    media.result.catch(() => undefined)
    return media
  }
  const waiting = async () => {
    await expect.poll(() => comfyui.items.length).toBeGreaterThan(0)
  }
  return { comfyui, provider, models, find, run, waiting }
}

describe('models', () => {
  test('an example is listed if the server has its nodes and checkpoints, free of charge and with its options', async () => {
    const { models, provider, find } = await open()
    expect(models.map(({ id }) => id)).toEqual(['comfyui/text-to-image'])
    const { options, inputs, price, type } = find('comfyui/text-to-image')
    expect(Object.keys(options)).toEqual(['aspect', 'negative', 'seed', 'steps', 'cfg'])
    expect(options.steps).toMatchObject({ type: 'integer', minimum: 1, maximum: 60, default: 25 })
    expect([inputs, price, type]).toEqual([[], { base: 0, per: null }, 'image'])
    expect(openProviders([provider]).isUnbilled({ provider: 'comfyui' })).toBe(true)
  })

  test('a missing checkpoint hides its workflow', async () => {
    expect((await open({ checkpoints: ['other.safetensors'] })).models).toEqual([])
  })

  test.each([
    ['not JSON', '{', 'is not JSON'],
    ['the format of the page', { nodes: [], links: [] }, 'Export (API)'],
    ['nothing saved', { 1: node('KSampler') }, 'no node that saves'],
    ['a number without a range', { 1: node('SaveImage', { steps: '{{steps=20}}' }) }, 'write {{steps=20, 1..100}}'],
    ['an option with the name of every object', { 1: node('SaveImage', { mood: '{{constructor=a}}' }) }, '{{constructor}}'],
    ['an option without a default', { 1: node('SaveImage', { mood: '{{mood}}' }) }, 'write {{mood=…}}'],
    ['a default out of range', { 1: node('SaveImage', { cfg: '{{cfg=20, 1..10}}' }) }, 'outside of its range'],
    ['a width alone', { 1: node('SaveImage', { width: '{{width}}' }) }, 'both {{width}} and {{height}}'],
    ['a mask alone', { 1: node('SaveImage', { mask: '{{mask}}' }) }, 'without {{input_image}}'],
  ])('a workflow with %s is refused with the reason', (_, content, reason) => {
    const read = () =>
      readWorkflow(typeof content === 'string' ? content : JSON.stringify(content), { server: 'c', file: 'f.json', price: null })
    try {
      read()
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error
      expect(translate('en', error.text, { ...error.values, file: 'f.json' })).toContain(reason)
      expect(translate('ru', error.text, { ...error.values, file: 'f.json' })).toMatch(/^Файл f\.json .*[а-я]/)
    }
  })
})

function node(class_type: string, inputs: object = {}) {
  return { class_type, inputs }
}

describe('runs', () => {
  const model = 'comfyui/text-to-image'
  const options = { aspect: '16:9', negative: 'fog', steps: 30, cfg: 7, seed: 5 }

  test('a run is queued with its values, reports its progress and fetches the saved image', async () => {
    const { comfyui, run, waiting } = await open()
    const { result, progress, saved } = run(model, { prompt: 'a "lake" {{seed}}', options })
    await waiting()
    const item = comfyui.step()
    const { nodes } = item
    expect(nodes['2']?.inputs.text).toBe('a "lake" {{seed}}')
    expect(nodes['3']?.inputs.text).toBe('fog')
    expect(nodes['4']?.inputs).toMatchObject({ width: 1_360, height: 768 })
    expect(nodes['5']?.inputs).toMatchObject({ seed: 5, steps: 30, cfg: 7, model: ['1', 0] })
    expect(Object.keys(nodes)).toHaveLength(7)
    await expect.poll(() => progress.at(-1)).toBeCloseTo(11 / 26)
    comfyui.finish(item)
    expect((await result).files).toMatchObject([{ mediaType: 'image/png', width: 64, height: 48 }])
    expect(saved.at(-1)).toMatchObject({ operation: { id: item.id, client: 'run-1' } })
  })

  test('work whose answer was lost is found again by the id of the run and not queued twice', async () => {
    const { comfyui, run } = await open()
    comfyui.faults.dropsAnswer = true
    const first = run(model, { options })
    await expect(first.result).rejects.toMatchObject({ code: 'temporary', retryable: true })
    const second = run(model, { options, operation: first.saved.at(-1) })
    await expect.poll(() => second.saved.length).toBe(1)
    comfyui.finish(comfyui.step())
    expect((await second.result).files).toHaveLength(1)
    expect(comfyui.items).toHaveLength(1)
  })

  test('a restarted process continues with the saved work and its progress', async () => {
    const { comfyui, run, waiting } = await open()
    const first = run(model, { options })
    await waiting()
    await expect.poll(() => first.saved.length).toBe(2)
    first.stop()
    await expect(first.result).rejects.toThrow()
    const second = run(model, { options, operation: first.saved.at(-1) })
    comfyui.finish(comfyui.step())
    expect((await second.result).files).toHaveLength(1)
    expect(comfyui.calls.filter((call) => call === 'POST /prompt')).toHaveLength(1)
  })

  test.each(['waiting', 'running'])('%s work is canceled, and other work is not interrupted', async (state) => {
    const { comfyui, run, provider } = await open()
    const own = run(model, { options })
    await expect.poll(() => own.saved.length).toBe(2)
    if (state === 'running') comfyui.step()
    const other = run(model, { options, generationId: 'run-2' })
    await expect.poll(() => comfyui.items.length).toBe(2)
    expect(await provider.cancel?.({ model, operation: own.saved.at(-1) })).toBe('stopped')
    own.stop()
    await expect(own.result).rejects.toThrow()
    comfyui.finish(comfyui.step())
    expect((await other.result).files).toHaveLength(1)
  })

  test('finished work cannot be canceled', async () => {
    const { comfyui, run, provider, waiting } = await open()
    const { result, saved } = run(model, { options })
    await waiting()
    comfyui.finish(comfyui.step())
    await result
    expect(await provider.cancel?.({ model, operation: saved.at(-1) })).toBe('goes_on')
  })

  test.each([
    ['torch.cuda.OutOfMemoryError', /ran out of memory/],
    ['ValueError', /KSampler: ValueError/],
  ])('a workflow that fails with %s ends the run with a message of our own', async (type, message) => {
    const { comfyui, run, waiting } = await open()
    const { result } = run(model, { options })
    await waiting()
    comfyui.fail(comfyui.step(), type)
    const error: unknown = await result.catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'temporary', retryable: false, message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(/UPSTREAM|127\.0\.0\.1/)
  })

  test('work behind that of others shows how much is ahead, until it begins', async () => {
    const { comfyui, run, waiting } = await open()
    const others = [comfyui.queueOther(), comfyui.queueOther()]
    comfyui.step()
    const { result, places } = run(model, { options })
    await waiting()
    await expect.poll(() => places.at(-1)).toBe(2)
    comfyui.queueOther()
    for (const [index, other] of others.entries()) {
      comfyui.finish(other)
      await expect.poll(() => places.at(-1)).toBe(1 - index)
      const started = comfyui.step()
      if (index === 1) {
        await expect.poll(() => places.at(-1)).toBeNull()
        comfyui.finish(started)
      } else await expect.poll(() => places.at(-1)).toBe(1)
    }
    await result
  })

  test('progress of a server that reports the states of all nodes is the same', async () => {
    const { comfyui, run, waiting } = await open({ sendsStates: true })
    const { result, progress } = run(model, { options })
    await waiting()
    const item = comfyui.step()
    await expect.poll(() => progress.at(-1)).toBeCloseTo(12 / 26)
    comfyui.finish(item)
    await result
  })

  const titled = {
    1: { ...node('KSampler', { seed: '{{seed}}' }), _meta: { title: 'First pass' } },
    5: { ...node('KSampler', { steps: '{{steps=20, -5..60}}' }), _meta: { title: 'Second pass\n<b>' } },
    7: node('SaveImage'),
  }

  test('a node that fails is named by its title, to the operator in the words of ComfyUI', async () => {
    const { comfyui, run, waiting } = await open({ workflows: { 'two.json': titled } })
    const { result, failedCalls } = run('comfyui/two', { options: { steps: 20 } })
    await waiting()
    comfyui.fail(comfyui.step(), 'ValueError')
    await expect(result).rejects.toMatchObject({ message: expect.stringMatching(/failed in “Second pass b” KSampler: ValueError$/) })
    expect(failedCalls).toMatchObject([{ sentence: expect.stringMatching(/^“Second pass b” KSampler: UPSTREAM-WORDS at /) }])
  })

  test('a rejected input and a class that the server lacks are named by the title of the node', async () => {
    const removed = { ...titled, 9: { ...node('Removed'), _meta: { title: 'Old upscaler' } } }
    const { comfyui, run } = await open({ workflows: { 'two.json': titled, 'removed.json': removed } })
    await expect(run('comfyui/two', { options: { steps: -2 } }).result).rejects.toMatchObject({
      code: 'provider_auth',
      message: expect.stringMatching(/rejected: “Second pass b” KSampler\.steps$/),
    })
    await expect(run('comfyui/removed', { options: { steps: 2 } }).result).rejects.toMatchObject({
      message: expect.stringMatching(/rejected: “Old upscaler” Removed is not installed$/),
    })
    expect(comfyui.items).toEqual([])
  })

  test('a rejected workflow names the node and its input, and is the administrator’s to repair', async () => {
    const { run } = await open()
    await expect(run(model, { options: { ...options, steps: -1 } }).result).rejects.toMatchObject({
      code: 'provider_auth',
      message: expect.stringMatching(/KSampler\.steps$/),
    })
  })

  test('a server that restarts loses the run without charging it, and one that is away for a moment does not', async () => {
    const { comfyui, run, waiting } = await open()
    const { result } = run(model, { options })
    await waiting()
    comfyui.faults.isDown = true
    await expect.poll(() => comfyui.calls.filter((call) => call.startsWith('GET /queue')).length).toBeGreaterThan(3)
    comfyui.faults.isDown = false
    comfyui.restart()
    await expect(result).rejects.toMatchObject({ code: 'temporary', retryable: false })
  })

  test('an image and its mask are uploaded and named in the workflow, and a choice of numbers is sent as a number', async () => {
    const inpaint = {
      1: node('LoadImage', { image: '{{input_image}}' }),
      2: node('LoadImageMask', { image: '{{mask}}', channel: 'red' }),
      3: node('CLIPTextEncode', { text: 'masterpiece, {{prompt}}, {{style=photo|sketch}}' }),
      4: node('KSampler', { seed: '{{seed}}', steps: '{{steps=10|20}}' }),
      7: node('SaveImage'),
    }
    const { comfyui, find, run, waiting } = await open({ workflows: { 'inpaint.json': inpaint, 'broken.json': {} } })
    expect(find('comfyui/inpaint').inputs.map(({ role, required }) => [role, required])).toEqual([
      ['source', true],
      ['mask', true],
    ])
    const input = (role: InputRole, name: string) => ({ role, mediaType: 'image/png', path: join(dir, name) })
    const inputs = [input('source', 'given.png'), input('mask', 'mask.png')]
    const { result } = run('comfyui/inpaint', { inputs, options: { style: 'sketch', steps: '20' } })
    await waiting()
    const item = comfyui.step()
    expect(comfyui.uploads.toSorted()).toEqual(['run-1-input_image.png', 'run-1-mask.png'])
    expect(item.nodes['1']?.inputs.image).toBe('quartet/run-1-input_image.png')
    expect(item.nodes['2']?.inputs.image).toBe('quartet/run-1-mask.png')
    expect(item.nodes['3']?.inputs.text).toBe('masterpiece, a lake, sketch')
    expect(item.nodes['4']?.inputs).toEqual({ seed: expect.any(Number), steps: 20 })
    comfyui.finish(item)
    await result
  })

  test('a video workflow gives its video and leaves out the images that it saves too', async () => {
    const film = { 1: node('LoadImage', { image: '{{input_image}}' }), 5: node('KSampler'), 7: node('SaveVideo') }
    const files = { 'last.png': picture, 'quartet_00001_.mp4': await makeFilm() }
    const { comfyui, find, run, waiting } = await open({ files, workflows: { 'film.json': film } })
    expect(find('comfyui/film')).toMatchObject({
      type: 'video',
      inputs: [{ role: 'first_frame', required: true }],
      prompt: { maxLength: 0 },
    })
    const { result } = run('comfyui/film', { inputs: [{ role: 'first_frame', mediaType: 'image/png', path: join(dir, 'given.png') }] })
    await waiting()
    comfyui.finish(comfyui.step())
    expect((await result).files).toMatchObject([{ mediaType: 'video/mp4' }])
  })
})
