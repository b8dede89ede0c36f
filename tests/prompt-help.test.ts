import { describe, expect, test } from 'vitest'
import { gapsIn } from '#app/contract/recipes/prompt-gaps.ts'
import type { ModelSort } from '#app/runs/models/model-sort.ts'
import { placeAdjectives, scenes, surprise, tuneAdjectives, tunes } from '#app/features/studio/help/surprise.ts'
import { templates } from '#app/features/studio/help/templates.ts'
import { understand } from '#app/server/providers/sketch/understand.ts'
import { kinds } from '#app/contract/base/values.ts'
import { locales } from '#config'

/** The built-in model that reads prompts of a kind. */
const readers = { image: 'sketch-image', video: 'sketch-video', audio: 'sketch-music' } as const
const notRead = (model: string, prompt: string) => understand({ model, prompt, options: { sound: 'music' } })?.ignored

/** Returns the same numbers in every run, evenly spread over 0..1. */
function numbers(seed: number) {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
const many = Array.from({ length: 300 }, (_, index) => numbers(index * 7919 + 1))

test('every kind has enough templates, in both languages, with the same gaps', () => {
  for (const kind of kinds) expect(templates.filter((template) => template.kind === kind).length, kind).toBeGreaterThanOrEqual(8)
  for (const { text, title } of templates) expect(gapsIn(text.ru).length, title.en).toBe(gapsIn(text.en).length)
})

test('no title occurs twice in a kind', () => {
  for (const kind of kinds)
    for (const locale of locales) {
      const titles = templates.filter((template) => template.kind === kind).map(({ title }) => title[locale])
      expect(new Set(titles).size).toBe(titles.length)
    }
})

describe.each(locales)('in %s', (locale) => {
  const read = templates.flatMap(({ kind, sort, text }) =>
    kind === 'text' || sort === 'speech' || gapsIn(text[locale]).length > 0 ? [] : [[text[locale], readers[kind]] as const],
  )

  test.each(read)('the built-in engine uses every word of the template %j', (text, model) => {
    expect(notRead(model, text)).toEqual([])
  })

  test.each(['image', 'video', 'audio'] as const)('the built-in engine uses every word of a surprise for %s', (kind) => {
    const ignored = many.flatMap((random) => {
      const { prompt } = surprise(kind, kind === 'audio' ? 'music' : 'any', locale, random)
      return (notRead(readers[kind], prompt) ?? []).map((word) => `${word}: ${prompt}`)
    })
    expect(ignored).toEqual([])
  })

  test.each([
    ['image', 'any'],
    ['video', 'any'],
    ['audio', 'music'],
    ['audio', 'speech'],
    ['text', 'tool'],
    ['text', 'chat'],
  ] as const)('surprises for %s (%s) are many, and read as if a person wrote them', (kind, sort: ModelSort) => {
    const prompts = many.map((random) => surprise(kind, sort, locale, random).prompt)
    expect(new Set(prompts).size).toBeGreaterThan(25)
    for (const prompt of prompts) {
      expect(prompt).toMatch(/^\p{Lu}/u)
      expect(prompt).not.toMatch(/ {2}|,,|undefined| ,|\ba [aeiou]|\ban [^aeiou]/)
      expect(/[а-яё]/i.test(prompt)).toBe(locale === 'ru')
    }
  })
})

test('Russian adjectives have the ending of each gender, so that they agree with any noun', () => {
  for (const { ru } of [...placeAdjectives, ...tuneAdjectives]) {
    expect(ru.m).toMatch(/(?:ый|ий|ой)$/)
    expect(ru.f).toMatch(/(?:ая|яя)$/)
    expect(ru.n).toMatch(/(?:ое|ее)$/)
    expect(ru.p).toMatch(/(?:ые|ие)$/)
  }
})

test('the gender given to a Russian noun is the one of its ending', () => {
  const ends = { m: /(?:[бвгджзйклмнпрстфхцчшщь])$/, f: /(?:а|я|ь)$/, n: /(?:о|е)$/, p: /(?:ы|и)$/ }
  // The noun comes last, or first if a complement follows.
  const nouns = [...scenes, ...scenes.flatMap(({ things }) => things), ...tunes]
  for (const { ru, gender } of nouns) expect(ru.split(' для ')[0], ru).toMatch(ends[gender])
})
