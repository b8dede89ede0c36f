import { describe, expect, test } from 'vitest'
import { openDictionary } from './russian/dictionary.ts'
import { sentencesOf } from './sentences.ts'
import { writeTask } from './tasks.ts'
import { russianTexts } from './testing/texts.ts'

const dictionary = openDictionary()
const write = (source: string, task: 'keywords' | 'outline' | 'headlines') =>
  writeTask(sentencesOf(source, 'ru'), { task, length: 'long', language: 'ru', checkpoint: () => {} })

test('the dictionary gives the lemma of inflected forms', () => {
  const lemma = (word: string) => dictionary.parse(word)[0]?.lemma
  expect(['верховьях', 'льда', 'лед', 'дорожек', 'детей'].map(lemma)).toEqual(['верховье', 'лёд', 'лёд', 'дорожка', 'ребёнок'])
  expect(dictionary.parse('льдо')).toEqual([])
  expect(dictionary.parse('верховьяха')).toEqual([])
})

describe.each(Object.entries(russianTexts))('a Russian text (%s)', (_name, source) => {
  const inText = new Set(source.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu))
  const terms = async () => {
    const headings = (await write(source, 'outline')).split('\n').filter((line) => line.startsWith('#'))
    return [...(await write(source, 'keywords')).split('\n'), ...headings]
  }

  test('keywords and headings of a Russian text are words of the language', async () => {
    const words = (await terms()).flatMap((line) => line.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? [])
    expect(words.length).toBeGreaterThan(10)
    expect(words.filter((word) => !inText.has(word) && dictionary.parse(word).length === 0)).toEqual([])
  })

  test('keywords and headings of a Russian text begin in the nominative', async () => {
    const heads = (await terms()).map((line) => /\p{L}+(?:-\p{L}+)*/u.exec(line)?.[0].toLowerCase() ?? '')
    const oblique = heads.filter((word) => {
      const parses = dictionary.parse(word)
      return parses.length > 0 && !parses.some(({ tags }) => tags.has('nomn'))
    })
    expect(oblique).toEqual([])
  })

  test('headlines of a Russian text are whole clauses', async () => {
    for (const line of (await write(source, 'headlines')).split('\n')) {
      const clause = line.replace(/^- /u, '')
      const at = source.toLowerCase().indexOf(clause.toLowerCase())
      expect(at).toBeGreaterThanOrEqual(0)
      // Only a mark ends a clause, never a cut between words.
      expect(source.slice(at + clause.length, at + clause.length + 1)).toMatch(/[.,:;!?]/u)
    }
  })
})

test('words of the text that are in no dictionary are shown as they are written', async () => {
  const source =
    'Гипермаркет «Зубрёнок» открылся в Волжске. Зубрёнок продаёт продукты и одежду. Жители хвалят Зубрёнок за цены. Парковка пока мала.'
  expect(await write(source, 'keywords')).toContain('Зубрёнок')
})
