import { expect, test } from 'vitest'
import type { Model, ModelInput } from '#app/contract/runs/models.ts'
import { offerFor } from './video-models.ts'

const model = (id: string, limits: Partial<ModelInput>, available = true): Model => ({
  id,
  name: id,
  type: 'video',
  task: 'change_video',
  provider: 'a-service',
  description: '',
  price: { base: 1, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  inputs: [{ role: 'source', types: ['video'], max: 1, required: true, ...limits }],
  history: false,
  prompt: { placeholder: '', max_length: 100, examples: [] },
  available,
  unavailable_reason: null,
  measured: null,
})

const short = model('short', { max_seconds: 8, video_types: ['video/mp4'] })
const long = model('long', { min_seconds: 5, max_bytes: 1_000 })
const off = model('off', {}, false)
const film = { media_type: 'video/mp4', duration_ms: 8_040, bytes: 900 }

test.each([
  ['the first model that takes it', film, 'short', undefined],
  ['another one for a longer video', { ...film, duration_ms: 9_000 }, 'long', undefined],
  ['another one for another format', { ...film, media_type: 'video/webm' }, 'long', undefined],
  ['the first one with its reason if none takes it', { ...film, duration_ms: 9_000, bytes: 2_000 }, 'short', 'too_long'],
])('a video is offered to %s', (_name, given, id, reason) => {
  expect(offerFor([off, short, long], 'change_video', given)).toMatchObject({ model: { id }, reason })
})

test('nothing is offered for a task without an available model', () => {
  expect(offerFor([off], 'change_video', film)).toBeUndefined()
  expect(offerFor([short, long], 'lip_sync', film)).toBeUndefined()
})
