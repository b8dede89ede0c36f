import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { english } from './expected.en.ts'
import { russian } from './expected.ru.ts'
import { lexicon } from './lexicon.ts'
import { readPrompt } from './read-prompt.ts'
import { tokensOf } from './tokens.ts'
import type { Understanding } from './understanding.ts'
import type { Meaning } from './vocabulary.ts'

/** Kinds with their own list of exclusions. */
const refusable = new Set<Meaning['kind']>(['setting', 'thing', 'colour', 'instrument'])

const nouns = [...lexicon().words].flatMap(([word, { senses, adjective, other }]) => {
  const [sense] = senses.filter(({ weak }) => !weak)
  if (!sense || !refusable.has(sense.meaning.kind) || adjective || other) return []
  return [
    {
      word,
      meanings: senses.filter(({ weak }) => !weak).map(({ meaning }) => meaning),
      hints: senses.map(({ meaning }) => String(meaning.value)),
    },
  ]
})
const englishNouns = nouns.filter(({ word }) => /^[a-z]+$/.test(word))
const russianNouns = nouns.filter(({ word }) => /^[а-я]+$/.test(word))
const anyNoun = fc.constantFrom(...nouns)

function lists(reading: Pick<Understanding, 'settings' | 'things' | 'colours' | 'instruments'>): string[] {
  return [...reading.settings, ...reading.things, ...reading.colours, ...reading.instruments]
}

const piece = fc.oneof(
  { weight: 6, arbitrary: anyNoun.map(({ word }) => word) },
  { weight: 3, arbitrary: fc.constantFrom('no', 'without', 'not', 'без', 'не', 'ни', 'нет', 'instead of', 'вместо', 'free of') },
  { weight: 2, arbitrary: fc.constantFrom('and', 'or', 'и', 'или', 'but', 'но', 'on', 'над', 'with', 'с', 'a', 'the') },
  { weight: 2, arbitrary: fc.constantFrom('three', '2', 'пять', 'one', '120 bpm', 'D minor', 'ре минор', 'from', 'to', 'day', 'night') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)
const prompt = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ', ', '. ', '-', ' → ', '\n')), { maxLength: 25 })
  .map((pieces) => pieces.map(([word, gap]) => word + gap).join(''))

describe('a negation', () => {
  it.each([
    { words: englishNouns, say: (word: string) => `no ${word}` },
    { words: englishNouns, say: (word: string) => `a quiet place without any ${word} at all` },
    { words: englishNouns, say: (word: string) => `${word}, but no ${word}` },
    { words: russianNouns, say: (word: string) => `без ${word}` },
    { words: russianNouns, say: (word: string) => `${word}, но никаких ${word}` },
  ])('a negation removes its word from the requested ones, whichever word it is', ({ words, say }) => {
    for (const { word, meanings } of words) {
      const reading = readPrompt(say(word))
      for (const { kind, value } of meanings) {
        expect(lists(reading), say(word)).not.toContain(value)
        if (refusable.has(kind)) expect(reading.used, say(word)).toContain(`without:${value}`)
      }
    }
  })

  it('a negation leaves alone the words before it and after its comma', () => {
    fc.assert(
      fc.property(anyNoun, anyNoun, anyNoun, fc.constantFrom('no', 'without', 'без'), (before, refused, after, negation) => {
        const values = new Set(refused.meanings.map(({ value }) => value))
        fc.pre(![...before.meanings, ...after.meanings].some(({ value }) => values.has(value)))
        // In Russian the case may continue a list: «без людей, машин и домов».
        const reading = readPrompt(`${before.word}; ${negation} ${refused.word}. ${after.word}`)
        for (const { kind, value } of [...before.meanings, ...after.meanings]) {
          if (refusable.has(kind) && kind !== 'colour') expect(lists(reading)).toContain(value)
        }
      }),
    )
  })

  it('a negation never leaves a word both requested and excluded', () => {
    fc.assert(
      fc.property(prompt, prompt, (text, negative) => {
        const reading = readPrompt(text, { negative })
        const { without } = reading
        expect(lists(reading).filter((value) => lists(without).includes(value))).toEqual([])
        expect([reading.time, reading.timeEnd].filter((time) => time && without.times.includes(time))).toEqual([])
        expect(reading.falling && without.falling.includes(reading.falling)).not.toBe(true)
        expect(reading.season && without.seasons.includes(reading.season)).not.toBe(true)
        for (const kind of ['fog', 'storm', 'wind'] as const) expect(reading[kind] && without[kind]).toBe(false)
        expect(without.clouds && (reading.sky === 'cloud' || reading.sky === 'overcast')).toBe(false)
        const wanted = new Set(reading.used.filter((concept) => !concept.startsWith('without:')).map((concept) => concept.split(':')[1]))
        for (const kind of ['things', 'settings', 'colours', 'instruments'] as const) {
          for (const value of without[kind]) expect(wanted).not.toContain(value)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('a word in the negative prompt outweighs the prompt', () => {
    fc.assert(
      fc.property(anyNoun, ({ word, meanings }) => {
        const reading = readPrompt(`a picture of ${word}`, { negative: word })
        for (const { value } of meanings) expect(lists(reading)).not.toContain(value)
      }),
    )
  })
})

describe('a reading', () => {
  it('a reading of words between commas does not depend on their order', () => {
    const words = fc.uniqueArray(anyNoun, { maxLength: 6, selector: ({ word }) => word })
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.nat()), (chosen, random) => {
        const shuffled = chosen
          .map((item) => ({ item, at: random.next().value }))
          .sort((one, other) => one.at - other.at)
          .map(({ item }) => item)
        const join = (items: typeof chosen): string[] => lists(readPrompt(items.map(({ word }) => word).join('; '))).sort()
        fc.pre(
          new Set(chosen.flatMap(({ meanings }) => meanings.filter(({ kind }) => kind === 'colour').map(({ value }) => value))).size <= 4,
        )
        expect(join(shuffled)).toEqual(join(chosen))
      }),
    )
  })

  it('a reading names each thing understood once, and reports no word as both used and ignored', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const { used, ignored } = readPrompt(text)
        expect(new Set(used).size).toBe(used.length)
        expect(ignored.length).toBeLessThanOrEqual(8)
        expect(new Set(ignored.map((word) => word.toLowerCase())).size).toBe(ignored.length)
        for (const word of ignored) expect(text.normalize('NFC')).toContain(word)
      }),
    )
  })

  it('a reading is the same for the same words in capitals, with е for ё, and in decomposed letters', () => {
    for (const [text] of [...english, ...russian]) {
      const { used } = readPrompt(text)
      expect(readPrompt(text.replaceAll('ё', 'е')).used, text).toEqual(used)
      expect(readPrompt(text.normalize('NFD')).used, text).toEqual(used)
      // In capitals, "a minor" is a key and "march" may be the month.
      if (!/minor|march/i.test(text)) expect(readPrompt(text.toUpperCase()).used, text).toEqual(used)
    }
  })

  it('a reading finds a long word through any single typo, or leaves it', () => {
    const long = nouns.filter(({ word }) => word.length >= 8)
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), fc.constantFrom('drop', 'double', 'swap'), ({ word, hints }, place, slip) => {
        const at = 1 + (place % (word.length - 2))
        const letter = word[at] ?? ''
        const slipped = {
          drop: word.slice(0, at) + word.slice(at + 1),
          double: word.slice(0, at) + letter + word.slice(at),
          swap: word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
        }[slip]
        fc.pre(!lexicon().words.has(slipped))
        const found = lists(readPrompt(slipped))
        expect(found.every((value) => hints.includes(value))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a hostile prompt', () => {
  const hostile = [
    'no a, '.repeat(20_000),
    'a '.repeat(50_000),
    'northern '.repeat(12_000),
    'not a single '.repeat(8_000),
    'from day to night '.repeat(6_000),
    'sound of rain and '.repeat(6_000),
    'a'.repeat(100_000),
    '1'.repeat(100_000),
    '🌊'.repeat(50_000),
    'з\u0337\u0321\u0301'.repeat(25_000),
    '\u202eשלום\u0000 <b>no</b> '.repeat(6_000),
    Array.from({ length: 12_000 }, (_, index) => `qwerty${index}`).join(' '),
  ]

  it('a hostile prompt of any characters is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 200 }), (text, negative) => {
        expect(readPrompt(text, { negative })).toEqual(readPrompt(text, { negative }))
      }),
      { numRuns: 500 },
    )
  })

  it('a hostile prompt of property names that every object has finds nothing', () => {
    expect(readPrompt('constructor __proto__ toString hasOwnProperty valueOf').used).toEqual([])
  })

  it.each(hostile.map((text) => ({ begins: text.slice(0, 20), text })))(
    'a hostile prompt such as $begins… costs no more than a bounded number of look-ups',
    ({ text }) => {
      const { words, phrases } = lexicon()
      const looks = [vi.spyOn(words, 'get'), vi.spyOn(phrases.byForm, 'get')]
      readPrompt(text, { negative: text })
      const count = looks.reduce((sum, look) => sum + look.mock.calls.length, 0)
      for (const look of looks) look.mockRestore()
      // One look-up for each of the at most 4,000 words read of either prompt, and a few typo corrections.
      expect(tokensOf(text).length).toBeLessThanOrEqual(4000)
      expect(count).toBeLessThanOrEqual(2 * 2 * 4000 + 1000)
    },
  )
})
