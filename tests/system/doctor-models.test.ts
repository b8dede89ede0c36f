import { expect, test } from 'vitest'
import { catalogue, retiredModels } from '#app/server/providers/catalogue/catalogue.ts'
import { type ServiceId, serviceIds } from '#app/server/env.ts'
import { compareModels as compare, type CompareOptions, kindOf, readList } from '#app/server/doctor/compare-models.ts'
import { writeInEnglish } from '#app/server/doctor/english.ts'

const today = '2026-11-24'
const compareModels = (service: ServiceId, options: CompareOptions) => compare(service, options).map(writeInEnglish)
const before = Date.parse('2026-01-15') / 1_000
const after = Date.parse('2026-12-15') / 1_000

const openai = (extra: object[] = []) =>
  compareModels('openai', {
    models: catalogue.openai,
    retired: retiredModels.openai,
    listed: readList({
      data: [...catalogue.openai.map(({ model, endsAt }) => ({ id: model, created: before, shutdown_date: endsAt ?? null })), ...extra],
    }),
    today,
  })

test('a list with the models and ends of the catalogue is not remarked on', () => {
  expect(openai()).toEqual([])
})

test('models of every kind that a list lacks are named', () => {
  const listed = readList({ data: [{ id: 'gpt-5.2', created: before }] })
  const [missing] = compareModels('openai', { models: catalogue.openai, listed, today })
  expect(missing).toMatch(/^it doesn’t list openai\/gpt-6.2-sol, .*: hide them in MODELS_FILE$/)
  const some = catalogue.openai.filter(({ type }) => type !== 'text').slice(0, 2)
  for (const { id } of some) expect(compareModels('openai', { models: some, listed, today })[0]).toContain(id)
})

test('models that the catalogue lacks are named, whatever their age, if they can make one of our kinds: no snapshot and none of a live session', () => {
  const extra = [
    'gpt-7',
    'gpt-image-3',
    'gpt-7-tts',
    'gpt-7-transcribe',
    'text-embedding-4',
    'gpt-5.2-2026-12-15',
    'gpt-realtime-whisper',
    'sora-2',
  ]
  expect(openai([...extra.map((id) => ({ id, created: after })), { id: 'gpt-4o', created: before }])).toEqual([
    'it also has gpt-7, gpt-image-3, gpt-7-tts, gpt-7-transcribe, text-embedding-4, gpt-4o: MODELS_FILE can add them',
  ])
})

test('none of many models that the catalogue lacks is left out, and an id that a list lacks is named with the one that it resembles', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ id: `gpt-4-old-${index}x`, created: before }))
  expect(openai([...many, { id: 'gpt-7-nova', created: before }])[0]).toContain('gpt-7-nova')
  const models = catalogue.openai.filter(({ model }) => model === 'gpt-6-luna')
  expect(compareModels('openai', { models, listed: readList({ data: [{ id: 'gpt-6-lunar' }] }), today })[0]).toBe(
    'it doesn’t list openai/gpt-6-luna (gpt-6-lunar?): hide them in MODELS_FILE',
  )
})

test('an end that the catalogue does not have is named, and one that has come', () => {
  const listed = readList({
    data: [
      { id: 'gpt-5.2', shutdown_date: '2027-03-01' },
      { id: 'gpt-6-luna', shutdown_date: '2026-11-01' },
    ],
  })
  const models = catalogue.openai.filter(({ model }) => ['gpt-5.2', 'gpt-6-luna'].includes(model))
  const [ended, ends] = compareModels('openai', { models, listed, today })
  expect(ended).toBe('it has ended openai/gpt-6-luna')
  expect(ends).toBe('it ends openai/gpt-5.2 (2027-03-01)')
})

test('lists of Google, Mistral, Groq and ElevenLabs are read with their own fields', () => {
  const google = {
    models: [
      { name: 'models/veo-4', supportedGenerationMethods: ['predictLongRunning'] },
      { name: 'models/aqa', supportedGenerationMethods: ['generateAnswer'] },
    ],
  }
  expect(readList(google).map(kindOf)).toEqual(['video', null])
  const listens = { name: 'models/gemini-4-transcribe', supportedGenerationMethods: ['generateContent', 'countTokens'] }
  expect(readList({ models: [listens, { ...listens, name: 'models/gemini-4-transcribe-live' }] }).map(kindOf)).toEqual(['audio', null])
  const [mistral] = readList({
    data: [{ id: 'mistral-large-4', aliases: ['mistral-large-latest'], deprecation: '2026-12-31T12:00:00Z' }],
  }).slice(1)
  expect(mistral).toMatchObject({ name: 'mistral-large-latest', endsAt: '2026-12-31' })
  expect(readList({ data: [{ id: 'openai/gpt-oss-20b', active: false }] })).toMatchObject([{ isActive: false }])
  expect(readList([{ model_id: 'eleven_v4' }]).map(kindOf)).toEqual(['audio'])
})

test('nothing but a name of a list is repeated, and an unknown list is not remarked on', () => {
  expect(readList({ data: [{ id: 'a key sk-s3cret' }, { id: 7 }, null] })).toEqual([])
  for (const service of serviceIds) expect(compareModels(service, { models: catalogue[service], listed: readList({}), today })).toEqual([])
})
