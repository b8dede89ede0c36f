import type { FilmInput } from '#app/contract/films/film-document.ts'
import { filmLimits } from '#app/contract/films/film-values.ts'

const order = Array.from(
  { length: filmLimits.shots },
  (_, index) => `shot${String.fromCodePoint(97 + (index % 26), 97 + Math.floor(index / 26))}`,
)

/** A film of the most shots, with words in each. */
export const longFilm: FilmInput = {
  v: 1,
  language: 'en',
  title: 'The keeper',
  order,
  shots: Object.fromEntries(
    order.map((shot, index) => [
      shot,
      {
        place: 'Lighthouse',
        action: `The keeper climbs stair ${index + 1} with a lamp.`,
        words: [{ who: 'narrator', text: 'Every night, as soon as the sun has set.' }],
        seconds: 4,
      },
    ]),
  ),
}
