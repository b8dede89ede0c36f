import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mergePatch, patchBetween } from '../base/merge-patch.ts'
import { filmDocumentSchema } from './film-document.ts'
import { causesOf, type FilmRecipe, type MadeOf, recipesOf } from './recipes.ts'
import { repairFilm } from './repair-film.ts'

const parse = (document: unknown) => repairFilm(v.parse(filmDocumentSchema, document))
const film = parse({
  v: 1,
  language: 'en',
  roles: { keeper: { name: 'Keeper' }, nobody: { name: 'Nobody' } },
  shots: {
    shotaa: { place: 'Lighthouse', people: ['keeper'], words: [{ who: 'keeper', text: 'Who is there?' }] },
    shotbb: { action: 'A fox waits.', seconds: 4 },
  },
  music: {},
})
const recipeOf = (document: typeof film) => {
  const recipe = recipesOf(document).get('animatic')
  if (!recipe) throw new Error('no recipe')
  return recipe
}
const madeOf = (document: typeof film): MadeOf => ({ recipe: recipeOf(document), model: 'sketch-film', options: {}, durationMs: 4_000 })

test.each([
  [{ title: 'Fox' }, ['title']],
  [{ language: 'ru' }, ['language']],
  [{ shape: '9:16' }, ['shape']],
  [{ resolution: '720p' }, ['resolution']],
  [{ look: { style: 'ink' } }, ['look']],
  [{ narrator: { voice: 'anna' } }, ['voices']],
  [{ music: { words: 'slow' } }, ['music']],
  [{ music: null }, ['music']],
  [{ captions: 'picture' }, ['captions']],
  [{ roles: { keeper: { looks: 'A beard' } } }, ['people']],
  [{ roles: { keeper: { voice: 'anna' } } }, ['voices']],
  [{ order: ['shotbb', 'shotaa'] }, ['order']],
  [{ shots: { shotcc: {} } }, ['shots']],
  [{ shots: { shotbb: null } }, ['shots']],
  [{ shots: { shotaa: { place: 'Beach' } } }, ['place']],
  [{ shots: { shotaa: { light: 'night' } } }, ['light']],
  [{ shots: { shotaa: { people: [] } } }, ['people']],
  [{ shots: { shotbb: { action: 'A fox leaves.' } } }, ['text']],
  [{ shots: { shotbb: { framing: 'close' } } }, ['framing']],
  [{ shots: { shotbb: { camera: 'push_in' } } }, ['camera']],
  [{ shots: { shotaa: { words: [] } } }, ['words']],
  [{ shots: { shotbb: { seconds: 5 } } }, ['length']],
  [{ shots: { shotbb: { transition: 'fade' } } }, ['transition']],
  // A board shows no videos.
  [{ shots: { shotbb: { from: 1 } } }, []],
  [{ shots: { shotbb: { camera: 'still' } } }, []],
  [{ seconds: 60 }, []],
  [{ roles: { nobody: { name: 'Somebody' } } }, []],
  [{ roles: { nobody: null, extras: { name: 'Extra' } } }, []],
  [{ takes: { animatic: '01890000-0000-7000-8000-000000000000' } }, []],
])('%j makes the film out of date by %j, and its reversal makes it right again', (patch, causes) => {
  const changed = parse(mergePatch(film, patch))
  expect(causesOf(madeOf(film), recipeOf(changed))).toEqual(causes)
  const back = parse(mergePatch(changed, patchBetween(changed, film)))
  expect(causesOf(madeOf(film), recipeOf(back))).toEqual([])
  expect(back).toEqual(film)
})

test('a field that a later release adds makes nothing out of date', () => {
  const { captions: _, ...older } = film
  const recipe = v.parse(
    v.custom<FilmRecipe>(() => true),
    { kind: 'animatic', document: older },
  )
  expect(causesOf({ ...madeOf(film), recipe }, recipeOf(film))).toEqual([])
})
