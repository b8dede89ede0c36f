import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type FilmDocument, filmDocumentSchema } from './film-document.ts'
import { filmLimits, narrator } from './film-values.ts'
import { type NoFilm, splitScript, type SplitOptions } from './split-script.ts'
import { fps, timelineOf } from './timeline.ts'

function tryToSplit(text: string, options: Partial<SplitOptions> = {}): FilmDocument | NoFilm {
  let count = 0
  const newId = () => {
    count += 1
    return String(count)
      .padStart(6, '0')
      .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  }
  return splitScript({ text, language: 'en', seconds: 30, readAloud: false, newId, ...options })
}

function split(text: string, options?: Partial<SplitOptions>) {
  const film = tryToSplit(text, options)
  if (typeof film === 'string') throw new Error(film)
  expect(v.safeParse(filmDocumentSchema, film).issues).toBeUndefined()
  const nameOf = (who: string) => film.roles[who]?.name ?? who
  const shots = film.order.map((id) => film.shots[id] ?? expect.fail(`no shot ${id}`))
  return {
    film,
    names: Object.values(film.roles).map(({ name }) => name),
    shots: shots.map((shot) => ({
      ...shot,
      people: shot.people.map(nameOf),
      words: shot.words.map(({ who, text: said }) => `${nameOf(who)}: ${said}`),
    })),
  }
}

describe('scripts', () => {
  test('a script in Fountain becomes shots with places, light, people and words', () => {
    const { film, names, shots } = split(
      'Title: The Keeper\nAuthor: Ann\n\nINT. LIGHTHOUSE - NIGHT\n\nA keeper climbs the stairs. [[5 s]]\n\nKEEPER (V.O.)\n(tired)\nAnother storm.\nThe last one.\n\nCUT TO:\n\nEXT. SHORE. DAWN\n\nThe keeper finds a fox.\n\n@McFox\nGood morning.',
    )
    expect(film.title).toBe('The Keeper')
    expect(names).toEqual(['Keeper', 'McFox'])
    expect(shots).toMatchObject([
      { place: 'LIGHTHOUSE', light: 'night', action: 'A keeper climbs the stairs.', people: ['Keeper'], words: [], seconds: 5 },
      {
        place: 'LIGHTHOUSE',
        light: 'night',
        action: '(tired)',
        people: ['Keeper'],
        words: ['Keeper: Another storm. The last one.'],
        seconds: null,
      },
      {
        place: 'SHORE',
        light: 'dawn',
        action: 'The keeper finds a fox.',
        people: ['Keeper', 'McFox'],
        words: ['McFox: Good morning.'],
        seconds: null,
      },
    ])
  })

  test('a script with Russian headings and names in capitals is read like an English one', () => {
    const { names, shots } = split(
      'ИНТ. МАЯК — НОЧЬ\n\nСмотритель поднимается по лестнице.\n\nСМОТРИТЕЛЬ\nКто там?\n\nНАТ. БЕРЕГ. РАССВЕТ\n\nЛиса ждёт у двери. [[2,5 с]]\n\nИНТ./НАТ. ЛОДКА - ДЕНЬ\n\nДиктор: Они уплыли.',
      { language: 'ru' },
    )
    expect(names).toEqual(['Смотритель'])
    expect(shots.map(({ place, light, seconds, words }) => [place, light, seconds, words])).toEqual([
      ['МАЯК', 'night', null, ['Смотритель: Кто там?']],
      ['БЕРЕГ', 'dawn', 2.5, []],
      ['ЛОДКА', 'day', null, [`${narrator}: Они уплыли.`]],
    ])
  })

  test('a script of eight lines becomes eight shots', () => {
    const lines = Array.from({ length: 8 }, (_, index) => `Line ${index + 1} of the story`)
    expect(split(lines.join('\n')).shots.map(({ action }) => action)).toEqual(lines)
    expect(split(lines.map((line, index) => `${index + 1}. ${line}`).join('\n')).shots.map(({ action }) => action)).toEqual(lines)
  })

  test('long prose is cut at sentences, and read aloud by the narrator on request', () => {
    const sentence = 'The keeper of the lighthouse climbs the long stairs with a lamp in his hand and a fox behind him.'
    const { shots } = split(Array.from({ length: 5 }, () => sentence).join(' '), { readAloud: true })
    expect(shots.map(({ action }) => action)).toEqual([`${sentence} ${sentence}`, `${sentence} ${sentence}`, sentence])
    expect(shots.map(({ words }) => words)).toEqual(shots.map(({ action }) => [`${narrator}: ${action}`]))
  })

  test('a script with more paragraphs than fit is joined within a place, and refused if a film cannot hold it', () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `The fox takes step ${index}.`)
    const { shots } = split(paragraphs.join('\n\n'), { seconds: 15 })
    expect(shots).toHaveLength(6)
    expect(shots.map(({ action }) => action).join(' ')).toBe(paragraphs.join(' '))
    const places = Array.from({ length: 31 }, (_, index) => `INT. ROOM ${index}\n\nA fox.`)
    expect(tryToSplit(places.join('\n\n'), { seconds: 180 })).toBe('too_long')
    expect(tryToSplit('/* a note */\n\n===')).toBe('required')
  })

  test('a long dialogue and a word without an end go on in the next shots', () => {
    const said = Array.from({ length: 9 }, (_, index) => `Ann: Line ${index}.`)
    const dialogue = split(['A door.', ...said].join('\n'))
    expect(dialogue.shots.map(({ action, words }) => [action, words.length])).toEqual([
      ['A door.', 4],
      ['', 4],
      ['', 1],
    ])
    expect(dialogue.shots.flatMap(({ words }) => words)).toEqual(said)
    const endless = 'абв'.repeat(200)
    expect(split(endless).shots.map(({ action }) => action.length)).toEqual([220, 220, 160])
    expect(
      split(endless)
        .shots.map(({ action }) => action)
        .join(''),
    ).toBe(endless)
  })

  test('a script of many marks or many short lines is split at once', () => {
    for (const text of [
      '- '.repeat(30_000),
      '[['.repeat(30_000),
      '(\n'.repeat(30_000),
      'a\n\n'.repeat(20_000),
      '@'.repeat(60_000),
      'A:'.repeat(30_000),
      'ИНТ. A\n'.repeat(8_000),
    ])
      expect(tryToSplit(text)).toBeDefined()
  })

  test('a film has every word of its script', () => {
    const word = fc.stringMatching(/^[a-zа-яё]{1,9}$/)
    const sentence = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 60 }), fc.constantFrom('.', '!', '…', ''))
      .map(([words, end]) => words.join(' ') + end)
    const line = fc.oneof(
      sentence,
      sentence.map((text) => `Ann: ${text}`),
      sentence.map((text) => `- ${text}`),
      sentence.map((text) => `АННА\n${text}`),
      sentence.map((text) => `НАТ. ${text.toUpperCase()}`),
    )
    const wordsOf = (text: string) => text.toLowerCase().match(/[a-zа-яё]+/g) ?? []
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom('\n', '\n\n'), (lines, gap) => {
        const film = tryToSplit(lines.join(gap), { seconds: 60 })
        if (typeof film === 'string') return
        const shots = Object.values(film.shots)
        const texts = shots.flatMap(({ place, action, words }) => [place ?? '', action, ...words.map(({ text }) => text)])
        const kept = new Set([...texts, ...Object.values(film.roles).map(({ name }) => name)].flatMap(wordsOf))
        // The mark of a heading is not part of its place.
        expect(wordsOf(lines.join('\n')).filter((one) => one !== 'нат' && !kept.has(one))).toEqual([])
        expect(shots.length).toBeLessThanOrEqual(filmLimits.shots)
      }),
      { numRuns: 150 },
    )
  })
})

describe('timelines', () => {
  test('a shot is as long as it asks for, or as its words need, in whole frames', () => {
    const { film } = split(`A door. [[2 s]]\n\nA fox. [[2 s]]\n\nAnn: ${'a'.repeat(70)}\n\nNobody.`)
    const { seconds, slots } = timelineOf(film)
    // Words: 0.3 + 70 / 14 + 0.5 s, which is 5.8 s or 139.2 frames.
    expect(slots.map((slot) => [slot.starts, slot.seconds, slot.spoken])).toEqual([
      [0, 2, 0],
      [2, 5.833, 5],
      [7.833, 4, 0],
    ])
    expect(seconds).toBe(11.833)
    for (const slot of slots) expect(Math.abs(slot.seconds * fps - Math.round(slot.seconds * fps))).toBeLessThan(0.02)
  })
})
