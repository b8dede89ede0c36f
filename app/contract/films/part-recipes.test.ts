import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { OptionValues } from '../runs/generations.ts'
import { mergePatch, patchBetween } from '../base/merge-patch.ts'
import { filmDocumentSchema } from './film-document.ts'
import { causesOf, type ChosenTakes, recipesOf } from './recipes.ts'
import { repairFilm } from './repair-film.ts'

const parse = (document: unknown) => repairFilm(v.parse(filmDocumentSchema, document))
const film = parse({
  v: 1,
  language: 'en',
  title: 'The fox',
  models: {
    still: { model: 'draws', options: { quality: 'high' } },
    clip: { model: 'moves' },
    line: { model: 'speaks' },
    music: { model: 'composes' },
  },
  roles: { keeper: { name: 'Keeper', looks: 'A beard.' }, singer: { name: 'Singer', line: { model: null, options: { voice: 'bo' } } } },
  order: ['shotaa', 'shotbb'],
  shots: {
    shotaa: { place: 'Lighthouse', people: ['keeper'], seconds: 6, words: [{ who: 'narrator', text: 'Who is there?' }] },
    shotbb: { action: 'A fox waits.', seconds: 3, words: [{ who: 'singer', text: 'Nobody.' }] },
  },
  music: { words: 'slow' },
})
type Film = typeof film
const idOf = (part: string) => `${part} take`
const lengths: Record<string, number> = { 'clip:shotaa': 5_000, 'clip:shotbb': 5_000, 'line:shotaa.1': 2_000, 'line:shotbb.1': 1_000 }
const names = [...recipesOf(film).keys()].filter((part) => part !== 'film' && part !== 'animatic')
const takes: ChosenTakes = new Map(names.map((part) => [part, { id: idOf(part), durationMs: lengths[part] ?? null }]))
const models: Record<string, string> = { still: 'draws', clip: 'moves', line: 'speaks', music: 'composes' }

/** The parts that are out of date in a film whose parts were all made of the one above. */
function staleIn(document: Film, chosen: ChosenTakes = takes, options: OptionValues = { quality: 'high', voice: 'bo' }) {
  const before = recipesOf(film, takes)
  return Object.fromEntries(
    [...recipesOf(document, chosen)].flatMap(([part, now]) => {
      const recipe = before.get(part)
      if (!recipe || now.kind === 'animatic') return []
      const made = { recipe, model: models[now.kind] ?? 'sketch-film', options, durationMs: lengths[part] ?? null }
      const causes = causesOf(made, now)
      return causes.length > 0 ? [[part, causes]] : []
    }),
  )
}
const bothPictures = (cause: string) => ({ 'still:shotaa': [cause], 'clip:shotaa': [cause] })
const everyPicture = (cause: string) => ({ ...bothPictures(cause), 'still:shotbb': [cause], 'clip:shotbb': [cause] })

describe('a change makes out of date what it concerns, and its reversal makes it right again', () => {
  test.each([
    [{ shots: { shotaa: { action: 'It rains.' } } }, bothPictures('text')],
    [{ shots: { shotaa: { framing: 'close' } } }, bothPictures('framing')],
    [{ shots: { shotaa: { light: 'night' } } }, bothPictures('light')],
    [{ shots: { shotaa: { place: 'Beach' } } }, bothPictures('place')],
    [{ shots: { shotaa: { people: [] } } }, bothPictures('people')],
    [{ look: { style: 'ink' } }, everyPicture('look')],
    [{ look: { words: 'grainy' } }, everyPicture('look')],
    [{ shape: '9:16' }, { ...everyPicture('shape'), film: ['shape'] }],
    [{ shots: { shotaa: { camera: 'push_in' } } }, { 'clip:shotaa': ['camera'] }],
    [{ roles: { keeper: { looks: 'No beard.' } } }, bothPictures('people')],
    [{ roles: { keeper: { line: { options: { voice: 'anna' } } } } }, {}],
    [{ roles: { singer: { looks: 'A hat.' } } }, {}],
    [{ roles: { singer: { line: { options: { voice: 'anna' } } } } }, { 'line:shotbb.1': ['options'] }],
    [{ roles: { singer: { line: { model: 'other' } } } }, { 'line:shotbb.1': ['model'] }],
    [{ shots: { shotaa: { words: [{ who: 'narrator', text: 'Who?' }] } } }, { 'line:shotaa.1': ['words'], film: ['words'] }],
    [{ shots: { shotbb: { words: [{ who: 'narrator', text: 'Nobody.' }] } } }, { 'line:shotbb.1': ['voices'], film: ['words'] }],
    [{ shots: { shotbb: { seconds: 4 } } }, { film: ['length'] }],
    [{ shots: { shotaa: { seconds: 7 } } }, { film: ['length'] }],
    [{ shots: { shotaa: { seconds: 7.5 } } }, { 'clip:shotaa': ['length'], film: ['length'], music: ['length'] }],
    [{ shots: { shotbb: { from: 1 } } }, { film: ['start'] }],
    [{ shots: { shotaa: { from: 1.5 } } }, { 'clip:shotaa': ['length'], film: ['start'] }],
    [{ order: ['shotbb', 'shotaa'] }, { film: ['order'] }],
    [{ shots: { shotbb: { transition: 'fade' } } }, { film: ['transition'] }],
    [{ music: { level: -20 } }, { film: ['music'] }],
    [{ music: { words: 'fast' } }, { music: ['music'] }],
    [{ captions: 'picture' }, { film: ['captions'] }],
    [{ resolution: '720p' }, { film: ['resolution'] }],
    [{ shots: { shotaa: { still: { model: 'other' } } } }, { 'still:shotaa': ['model'] }],
    [{ shots: { shotaa: { still: { model: 'draws' } } } }, {}],
    [{ shots: { shotaa: { clip: { options: { quality: 'low' } } } } }, { 'clip:shotaa': ['options'] }],
    [{ shots: { shotaa: { clip: { prompt: 'Waves.' } } } }, { 'clip:shotaa': ['prompt'] }],
    // These count from the next take.
    [{ models: { still: { model: 'other' }, clip: { model: 'other' }, line: { model: 'other' }, music: { model: 'other' } } }, {}],
    [{ models: { still: null, clip: null } }, {}],
    [{ seconds: 60 }, {}],
    [{ title: 'Another' }, {}],
    [{ narrator: { voice: 'anna' } }, {}],
  ])('%j → %j', (patch, stale) => {
    const changed = parse(mergePatch(film, patch))
    expect(staleIn(changed)).toEqual(stale)
    expect(staleIn(parse(mergePatch(changed, patchBetween(changed, film))))).toEqual({})
  })
})

test('nothing is out of date right after a make', () => {
  expect(staleIn(film)).toEqual({})
})

test('another picture makes its video out of date, another video the film, and one that is gone nothing', () => {
  const other = (part: string): ChosenTakes => new Map([...takes, [part, { id: 'another', durationMs: lengths[part] ?? null }]])
  expect(staleIn(film, other('still:shotaa'))).toEqual({ 'clip:shotaa': ['picture'] })
  expect(staleIn(film, other('clip:shotaa'))).toEqual({ film: ['video'] })
  expect(staleIn(film, other('line:shotaa.1'))).toEqual({ film: ['recording'] })
  expect(staleIn(film, other('music'))).toEqual({ film: ['music'] })
  for (const part of names) expect(staleIn(film, new Map([...takes].filter(([name]) => name !== part)))).toEqual({})
})

test('a clip that was made from words is not out of date when its picture comes', () => {
  const [made, now] = [recipesOf(film, new Map()).get('clip:shotaa'), recipesOf(film, takes).get('clip:shotaa')]
  if (!made || !now) throw new Error('no clip')
  expect(causesOf({ recipe: made, model: 'moves', options: {}, durationMs: 5_000 }, now)).toEqual([])
})

test('a shot that is shown as a card makes the film out of date by all that the card shows', () => {
  const none: ChosenTakes = new Map()
  const made = recipesOf(film, none).get('film')
  const now = recipesOf(parse(mergePatch(film, { title: 'Another', shots: { shotaa: { action: 'It rains.' } } })), none).get('film')
  if (!made || !now) throw new Error('no film')
  expect(causesOf({ recipe: made, model: 'sketch-film', options: {}, durationMs: null }, now)).toEqual(['title', 'text'])
})
