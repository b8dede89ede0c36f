import { expect, test } from 'vitest'
import { titlePhrase } from './verse/themes.ts'
import { isIambic, lastWord, rhymeOf } from './verse/metre.ts'
import { vocabulary } from './verse/vocabulary.ts'
import { writeVerse } from './verse.ts'

const write = (prompt: string, language: 'en' | 'ru', length: 'short' | 'medium' | 'long' = 'medium') =>
  writeVerse(prompt, { language, length, theme: null, checkpoint: () => {} })
const stanzasOf = (verse: string) =>
  verse
    .split('\n\n')
    .slice(1, -1)
    .map((stanza) => stanza.split('\n').map((line) => line.trim().replace(/[,;.]$/u, '')))

const prompts = [
  ['en', 'Autumn by the sea'],
  ['en', 'my cat'],
  ['en', 'quarterly tax report'],
  ['ru', 'Напиши стихи о зимнем лесе'],
  ['ru', 'Город ночью'],
  ['ru', 'алгебра'],
] as const

test.each(prompts)('verse in %s on "%s" has whole stanzas with crossed rhymes, and no line ends as another', (language, prompt) => {
  for (const [length, count] of [
    ['short', 2],
    ['medium', 3],
    ['long', 4],
  ] as const) {
    const stanzas = stanzasOf(write(prompt, language, length))
    expect(stanzas).toHaveLength(count)
    for (const stanza of stanzas) {
      const [first, second, third, fourth] = stanza.map((line) => rhymeOf(line))
      expect(stanza).toHaveLength(4)
      expect(first).not.toBeNull()
      expect([third, fourth]).toEqual([first, second])
      expect(first).not.toBe(second)
    }
    const ends = stanzas.flat().map((line) => lastWord(line))
    expect(new Set(ends).size).toBe(ends.length)
  }
})

test('four iambs are distinguished from other meters by word stress', () => {
  expect(isIambic("И ти'хий лес' храни'т рассве'т")).toBe(true)
  expect(isIambic("Ти'хий лес' храни'т рассве'т")).toBe(false)
  expect(isIambic("И вечерни'й лес' храни'т рассве'т")).toBe(false)
  expect(isIambic("The 'sil·ver 'moon is 'wait·ing here")).toBe(true)
  expect(isIambic("'Sil·ver 'moon is 'wait·ing out here")).toBe(false)
})

test.each(['en', 'ru'] as const)('every closing line in %s keeps the metre and has a rhyme', (language) => {
  for (const closing of vocabulary[language].closings)
    expect([closing, isIambic(closing), rhymeOf(closing) !== null]).toEqual([closing, true, true])
})

test('verse follows the words of a prompt, differs from prompt to prompt, and is the same for the same', () => {
  expect(write('Стихи о море', 'ru')).toMatch(/^# Море\n/u)
  expect(write('Стихи о море', 'ru')).toMatch(/мор|волн|прибо|вода|река|берег|парус|озеро|ветер|туман/iu)
  expect(write('the sea at night', 'en')).not.toBe(write('the sea in the night', 'en'))
  expect(write('the sea at night', 'en')).toBe(write('the sea at night', 'en'))
})

test('a short prompt is its own title, and a longer one is titled by its themes', () => {
  expect(titlePhrase('Маяк весенней ночью.')).toBe('Маяк весенней ночью.')
  expect(titlePhrase('A lighthouse. It is night.')).toBeNull()
  expect(titlePhrase('a lighthouse above the sea '.repeat(3))).toBeNull()
  expect(
    writeVerse('Маяк весенней ночью', { language: 'ru', length: 'short', theme: 'Маяк весенней ночью.', checkpoint: () => {} }),
  ).toMatch(/^# Маяк весенней ночью\n[^]*маяк/u)
})

test('a verse says that no poet wrote it, and when it knows none of the words', () => {
  expect(write('tax', 'en')).toContain('No poet, and no language model. No theme')
  expect(write('Город ночью', 'ru')).toContain('Это не поэт и не языковая модель')
})
