import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { readElevenVoices, withVoices } from './voices.ts'

test('the voices of every account are read with their languages', () => {
  const voices = readElevenVoices({
    voices: [
      {
        voice_id: 'one',
        name: 'Anna',
        category: 'premade',
        labels: { language: 'ru', accent: null },
        verified_languages: [{ language: 'en' }, { language: 'ru' }],
      },
      { voice_id: 'two', name: 'Ben', category: 'premade' },
      { voice_id: 'own', name: 'A cloned voice', category: 'cloned' },
      { voice_id: '', name: 'Nobody', category: 'premade' },
      { name: 'No id' },
      'not a voice',
    ],
    has_more: false,
  })
  expect(voices).toEqual([
    { id: 'one', name: 'Anna', languages: ['ru', 'en'] },
    { id: 'two', name: 'Ben', languages: [] },
  ])
  expect(() => readElevenVoices({ detail: 'no' })).toThrow()
})

test('listed voices replace those of the catalogue, and only where a model has voices', () => {
  const models = withVoices(catalogue.elevenlabs, [{ id: 'one', name: 'Anna', languages: ['ru', 'en'] }])
  const voiceOf = (id: string) => models.find((model) => model.id === id)?.options.voice
  expect(voiceOf('elevenlabs/eleven_v3')).toMatchObject({
    enum: ['one'],
    default: 'one',
    'x-labels': { one: { own: { en: 'Anna · Russian, English', ru: 'Anna · русский, английский' } } },
  })
  expect(voiceOf('elevenlabs/music_v2_5')).toBeUndefined()
  expect(withVoices(catalogue.elevenlabs, [])).toBe(catalogue.elevenlabs)
})
