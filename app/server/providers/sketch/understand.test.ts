import { describe, expect, it } from 'vitest'
import { type EngineCapabilities } from '@quartet/engine/protocol/engine.ts'
import { engineModels } from '@quartet/engine/protocol/models.ts'
import { wordLists } from '../../../../engine/understanding/vocabulary.ts'
import { translate } from '../../i18n.ts'
import { describeSketchModels } from './models.ts'
import { understand } from './understand.ts'
import { understoodWord } from './understood-words.ts'

const capable: EngineCapabilities = {
  'sketch-image': null,
  'sketch-video': null,
  'sketch-speech': null,
  'sketch-music': null,
  'sketch-text': null,
  'sketch-join': null,
  'sketch-film': null,
}

function read(model: string, prompt: string, options: Record<string, string> = {}): { used: string[]; ignored: string[] } | null {
  const understanding = understand({ model, prompt, options })
  return understanding && { used: understanding.used.map(({ message }) => message), ignored: understanding.ignored }
}

describe('the understanding of a prompt', () => {
  it('the understanding of a prompt names the understood and the ignored words', () => {
    expect(read('sketch-image', 'Sunset over a mountain lake, watercolour, a dragon, no people')).toEqual({
      used: ['sunset', 'mountains', 'lake', 'watercolor', 'no people'],
      ignored: ['dragon'],
    })
  })

  it('the understanding of a prompt is in Russian for a Russian caller, in any language of the prompt', () => {
    const words = understand({ model: 'sketch-image', prompt: 'sunset, mountains, watercolour, no people', options: {} })?.used ?? []
    expect(words.map((word) => translate('ru', word))).toEqual(['закат', 'горы', 'акварель', 'без людей'])
  })

  it('the understanding of a prompt counts as understood only what the model makes use of', () => {
    const prompt = 'a red boat on a lake, piano, zoom in'
    expect(read('sketch-image', prompt)).toEqual({ used: ['red', 'boat', 'lake'], ignored: ['piano', 'zoom in'] })
    expect(read('sketch-video', prompt, { sound: 'none' })).toEqual({ used: ['red', 'boat', 'lake', 'zoom in'], ignored: ['piano'] })
    expect(read('sketch-video', prompt, { sound: 'music' })).toEqual({ used: ['red', 'boat', 'lake', 'piano', 'zoom in'], ignored: [] })
    expect(read('sketch-music', prompt)).toEqual({ used: ['lake', 'piano'], ignored: ['red', 'boat', 'zoom in'] })
  })

  it.each([
    ['a train at sea, day', ['sea', 'day'], ['train']],
    ['пустыня и море, закат', ['sea', 'sunset'], ['пустыня']],
    ['rain in outer space', ['space'], ['rain']],
    ['a lighthouse in the desert', ['lighthouse'], ['desert']],
    ['deer and a castle in a night street', ['night', 'street'], ['deer', 'castle']],
    ['a lake in the mountains, a boat', ['lake', 'mountains', 'boat'], []],
    ['комната, за окном море и маяк', ['indoors', 'sea', 'lighthouse'], []],
    ['day turning into night over the sea', ['day', 'sea'], ['night']],
  ] as const)('the understanding of a prompt reports words that no image would show: %s', (prompt, used, ignored) => {
    expect(read('sketch-image', prompt)).toEqual({ used, ignored })
  })

  it('the understanding of a prompt shows in a video what changes, and in an image its first light', () => {
    const prompt = 'закат над морем, потом ночь'
    expect(read('sketch-video', prompt, { sound: 'none' })).toEqual({ used: ['sunset', 'sea', 'night'], ignored: [] })
    expect(read('sketch-image', prompt)).toEqual({ used: ['sunset', 'sea'], ignored: ['ночь'] })
  })

  it('the understanding of a prompt includes the negative prompt', () => {
    expect(read('sketch-image', 'a lake with people', { negative: 'people, clouds' })?.used).toEqual(['lake', 'no people', 'no clouds'])
  })

  it('the understanding of a prompt names tempo and key of music', () => {
    expect(read('sketch-music', 'lo-fi, 85 bpm, D minor, no drums')?.used).toEqual(['lo-fi', 'tempo', 'minor key', 'no drums'])
  })

  it('the understanding of a prompt is null for models that take a text as it is', () => {
    for (const model of ['sketch-speech', 'sketch-text', 'other']) expect(read(model, 'a lake')).toBeNull()
  })

  it('the understanding of a prompt ignores no word of the examples that the page offers, in either language', () => {
    for (const { id, prompt } of describeSketchModels(capable)) {
      for (const text of [prompt.placeholder, ...prompt.examples]) {
        for (const locale of ['en', 'ru'] as const) {
          const words = translate(locale, text)
          expect(read(id, words, { sound: 'music' })?.ignored ?? [], words).toEqual([])
        }
      }
    }
    expect(engineModels).toEqual(Object.keys(capable))
  })

  it('the understanding of a prompt has a term in both languages for everything that can be understood', () => {
    for (const { meaning } of wordLists()) {
      if (typeof meaning === 'string') continue
      const word = understoodWord(`${meaning.kind}:${meaning.value}`)
      expect(translate('en', word)).toBe(word.message)
      expect(translate('ru', word), word.id).toMatch(/[а-яё]/)
    }
  })
})
