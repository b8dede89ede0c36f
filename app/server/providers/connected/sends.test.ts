import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputRole } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { serviceIds } from '#app/server/env.ts'
import { recordStarts, type Sent } from '#tests/fixtures/recorded-starts.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { promptFor } from '../catalogue/options.ts'
import { checkSent } from '../models-file/check-sent.ts'
import { toDocument } from '../models-file/to-document.ts'
import { checkModels } from '../models-file/check-models.ts'
import { openCompatible } from '../compatible/open-compatible.ts'
import { type MadeBy, sendsOf } from './sends-of.ts'
import type { Sendable } from './sends.ts'

let starts: Awaited<ReturnType<typeof recordStarts>>
beforeAll(async () => {
  starts = await recordStarts()
})
afterAll(() => starts[Symbol.asyncDispose]())

/** A model of every path of every adapter, by the service and the roles that a run needs. */
type Path = [provider: string, made: Omit<MadeBy, 'provider'>, needs?: InputRole[]]
const text = (model: string) => ({ type: 'text', via: 'text', model }) as const
const image = (model: string) => ({ type: 'image', via: 'image', model }) as const
const queued = (model: string) => ({ type: 'image', via: 'operation', model }) as const
const film = (model: string) => ({ type: 'video', via: 'operation', model }) as const
const speech = (model: string) => ({ type: 'audio', via: 'speech', model }) as const
const music = (model: string) => ({ type: 'audio', via: 'operation', model }) as const
const vectors = (model: string) => ({ type: 'text', via: 'embedding', task: 'embed', model }) as const
const hears = (model: string) => ({ type: 'audio', via: 'transcription', task: 'transcribe', model }) as const

const paths: Path[] = [
  ['openai', text('gpt-4.1')],
  ['openai', text('gpt-6.1-terra')],
  ['openai', image('gpt-image-2.6-flare')],
  ['openai', film('sora-2')],
  ['openai', speech('tts-1-hd')],
  ['openai', hears('gpt-transcribe'), ['source']],
  ['openai', hears('gpt-4o-transcribe-diarize'), ['source']],
  ['openai', hears('gpt-4o-transcribe'), ['source']],
  ['openai', hears('whisper-1'), ['source']],
  ['openai', vectors('text-embedding-3-large')],
  ['google', vectors('gemini-embedding-001')],
  ['mistral', vectors('codestral-embed')],
  ['google', text('gemini-3.5-flash')],
  ['google', text('gemini-2.5-flash')],
  ['google', image('gemini-2.5-flash-image')],
  ['google', film('veo-3.1-generate-preview')],
  ['google', film('gemini-omni-1.1-flash')],
  ['google', { ...film('gemini-omni-1.1-flash'), task: 'continue_video' }, ['source']],
  ['google', speech('gemini-2.5-flash-preview-tts')],
  ['google', music('lyria-3-pro')],
  ['google', hears('gemini-3.5-transcribe'), ['source']],
  ['xai', text('grok-4.3')],
  ['xai', image('grok-imagine-image-2.0')],
  ['xai', film('grok-imagine-video-1.5')],
  ['xai', { ...film('grok-imagine-video'), task: 'continue_video' }, ['source']],
  ['xai', { ...film('grok-imagine-video'), task: 'change_video' }, ['source']],
  ['anthropic', text('claude-haiku-4-5')],
  ['anthropic', text('claude-opus-5-5')],
  ['mistral', text('mistral-large-4')],
  ['mistral', speech('voxtral-mini-tts-3-0')],
  ['mistral', hears('voxtral-small-transcribe-3-0'), ['source']],
  ['fal', image('fal-ai/flux/schnell')],
  ['fal', image('fal-ai/flux-pro/kontext')],
  ['fal', queued('fal-ai/flux-2')],
  ['fal', { ...image('fal-ai/birefnet'), task: 'remove_background' }, ['source']],
  ['fal', film('fal-ai/veo3')],
  ['fal', { ...film('fal-ai/sync-lipsync/v3'), task: 'lip_sync' }, ['source', 'speech']],
  ['fal', speech('fal-ai/minimax/speech-02-turbo')],
  ['fal', speech('resemble-ai/chatterboxhd/text-to-speech')],
  ['fal', music('fal-ai/lyria2')],
  ['replicate', queued('black-forest-labs/flux-schnell')],
  ['replicate', film('minimax/video-01')],
  ['replicate', music('minimax/music-01')],
  ['bfl', image('flux-3-image')],
  ['bfl', image('flux-2-pro')],
  ['bfl', image('flux-pro-1.1')],
  ['bfl', image('flux-kontext-pro')],
  ['bfl', image('flux-pro-1.0-fill'), ['source', 'mask']],
  ['bfl', { ...image('flux-pro-1.0-expand'), task: 'extend' }, ['source']],
  ['elevenlabs', speech('eleven_multilingual_v2')],
  ['elevenlabs', hears('scribe_v2'), ['source']],
  ['elevenlabs', music('music_v2_5')],
  ['elevenlabs', music('eleven_text_to_sound_v2')],
  ['alibaba', text('qwen-plus')],
  ['alibaba', film('wan3.0-video')],
  ['alibaba', film('wan2.7-t2v')],
  ['alibaba', film('wan2.7-i2v'), ['first_frame']],
  ['alibaba', film('wan2.6-t2v')],
  ['alibaba', film('wan2.6-i2v'), ['first_frame']],
  ['minimax', text('MiniMax-M3')],
  ['minimax', music('music-2.6')],
  ['minimax', music('music-2.0')],
  ['deepseek', text('deepseek-flash')],
  ['groq', text('openai/gpt-oss-120b')],
  ['groq', hears('whisper-large-v3'), ['source']],
  ['runway', { ...image('gen4_image'), via: 'operation' }],
  ['runway', film('gen4.5')],
  ['runway', film('veo3.1')],
  ['runway', film('seedance2')],
  ['runway', { ...film('aleph2'), task: 'change_video' }, ['source']],
  ['luma', queued('uni-1')],
  ['luma', film('ray-3.2')],
  ['kling', film('kling-3.0')],
  ['kling', film('kling-3.0-turbo')],
  ['kling', film('kling-4.0')],
  ['stability', image('stable-image-core')],
  ['stability', image('sd3.5-large')],
  ['stability', image('edit/inpaint'), ['source', 'mask']],
  ['stability', { ...image('edit/outpaint'), task: 'extend' }, ['source']],
  ['stability', { ...image('edit/remove-background'), task: 'remove_background' }, ['source']],
  ['stability', { ...image('upscale/fast'), task: 'enlarge' }, ['source']],
  ['recraft', image('recraftv4_1')],
  ['recraft', { ...image('removeBackground'), task: 'remove_background' }, ['source']],
  ['ideogram', queued('ideogram-4-5')],
  ['ideogram', queued('precise-edit/ideogram-4-5'), ['source']],
  ['ideogram', { ...queued('remove-background/ideogram-1'), task: 'remove_background' }, ['source']],
  ['desk', text('llama')],
  ['desk', vectors('nomic-embed-text')],
  ['desk', image('flux')],
  ['desk', speech('kokoro')],
  ['desk', hears('whisper'), ['source']],
]

/** Two values of an option: the package or the service knows only these of some. */
const known: Record<string, [string, string]> = {
  effort: ['low', 'high'],
  format: ['mp3', 'wav'],
  language: ['de', 'fr'],
  resolution: ['720p', '1080p'],
}

const fractions = new Set(['temperature', 'top_p', 'influence'])

function samplesOf(name: string, values: Sendable): OptionValues[string][][] {
  if (typeof values !== 'string') return [[...values]]
  switch (values) {
    case 'number':
      // Some are fractions, and 1 is the usual speed, which is left out.
      return [fractions.has(name) ? [0.2, 0.8] : [2, 3]]
    case 'seconds':
      return [
        [4, 8],
        ['4', '8'],
      ]
    case 'flag':
      return [[false, true]]
    case 'ratio':
      return [['16:9', '9:16', '1:1']]
    case 'lines':
      return [['720p', '1080p']]
    case 'text':
      return [known[name] ?? ['herons', 'egrets']]
  }
}

function modelOf({ provider, ...made }: MadeBy): CatalogueModel {
  const title = { id: 'test.model', message: 'Model' }
  return {
    ...made,
    id: `${provider}/model`,
    name: title,
    description: title,
    price: null,
    options: {},
    inputs: [],
    prompt: promptFor(made.type === 'audio' ? 'speech' : made.type, 1_000),
    ...(made.type === 'text' && { pictures: 1 }),
  }
}

const typesOf = (role: InputRole, { type, task, via }: MadeBy) =>
  role === 'speech' || task === 'transcribe' || via === 'speech'
    ? (['audio'] as const)
    : type === 'video' && role === 'source'
      ? (['video'] as const)
      : (['image'] as const)

async function send(made: MadeBy, given: { options: OptionValues; roles: readonly InputRole[] }): Promise<Sent> {
  const model = modelOf(made)
  const inputs = given.roles.flatMap((role) => starts.give({ role, types: [...typesOf(role, made)], max: 1 }))
  const service = serviceIds.find((id) => id === made.provider)
  if (service) return starts.send(service, model, { options: given.options, inputs })
  const server = openCompatible({ name: made.provider, url: starts.url, key: null, price: null })
  return starts.sendTo(await server.open(model), model, { options: given.options, inputs })
}

/** The paths of all leaves that differ. */
function differences(one: unknown, other: unknown, path: string[] = []): string[][] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other ? [] : [path]
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return [...keys].flatMap((key) => differences(left.get(key), right.get(key), [...path, key]))
}

/** The package calls fal once for each image. */
const isCounted = ({ provider, via }: MadeBy, name: string) => provider === 'fal' && via === 'image' && name === 'count'

const named = paths.map(
  ([provider, made, needs = []]) => [`${provider} ${made.model} ${made.task ?? made.via}`, { provider, ...made }, needs] as const,
)

describe('a declared option is a sent option', () => {
  test.each(named)(
    '%s: two values of every option that the adapter declares make two requests, in the declared field',
    async (_, made, needs) => {
      const sends = sendsOf(made)
      expect(sends).toBeDefined()
      for (const [name, sent] of Object.entries(sends?.options ?? {})) {
        if ('fixed' in sent || isCounted(made, name)) continue
        for (const values of samplesOf(name, sent.values)) {
          const requests: Sent[] = []
          for (const value of values) requests.push(await send(made, { options: { [name]: value }, roles: needs }))
          const [first, ...others] = requests
          for (const other of others) {
            const fields = differences(first, other)
            expect(fields.flat(), `${name} in ${JSON.stringify(values)}`).toContain(sent.field.replace('[]', ''))
          }
        }
      }
    },
  )

  test.each(named)('%s: a file of every role that the adapter declares is in the request', async (_, made, needs) => {
    const without = await send(made, { options: {}, roles: needs })
    for (const [role] of Object.entries(sendsOf(made)?.roles ?? {})) {
      const given = roles.find((one) => one === role)
      if (given === undefined || needs.includes(given)) continue
      const companions: InputRole[] = given === 'last_frame' ? ['first_frame'] : given === 'mask' ? ['source'] : []
      const others = [...needs, ...companions]
      const before = companions.length > 0 ? await send(made, { options: {}, roles: others }) : without
      const after = await send(made, { options: {}, roles: [...others, given] })
      expect(differences(before.body, after.body), role).not.toEqual([])
    }
  })
})

const roles: readonly InputRole[] = ['source', 'reference', 'first_frame', 'last_frame', 'mask', 'speech']

test.each([
  ['a/b/text-to-video', '/a/b/image-to-video'],
  ['a/b/image-to-video', '/a/b/image-to-video'],
  ['a/b/reference-to-video', '/a/b/reference-to-video'],
  ['fal-ai/veo3', '/fal-ai/veo3/image-to-video'],
])('fal makes a film of %s from a first frame at %s', async (model, path) => {
  expect(await send({ provider: 'fal', ...film(model) }, { options: {}, roles: ['first_frame'] })).toMatchObject({ path })
})

test('no option, value or file of the catalogue is dropped', () => {
  const dropped = serviceIds.flatMap((service): unknown[] =>
    catalogue[service].flatMap((model): unknown[] => {
      const checked = checkModels({ models: { [model.id]: toDocument(service, model) } })
      const entry = 'file' in checked ? checked.file.models[model.id] : undefined
      return entry ? checkSent(model.id, entry) : [checked]
    }),
  )
  expect(dropped).toEqual([])
})
