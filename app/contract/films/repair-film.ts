import type { FilmDocument } from './film-document.ts'
import { narrator } from './film-values.ts'

/**
 * Makes a document consistent after changes that have merged: the order names each shot once, and shots name roles that exist. Words of a
 * role that was removed are the narrator's, so that none is lost.
 */
export function repairFilm(document: FilmDocument): FilmDocument {
  const { shots, roles } = document
  const order = [...new Set([...document.order.filter((id) => id in shots), ...Object.keys(shots)])]
  return {
    ...document,
    order,
    shots: Object.fromEntries(
      Object.entries(shots).map(([id, shot]) => [
        id,
        {
          ...shot,
          people: [...new Set(shot.people)].filter((role) => role in roles),
          words: shot.words.map((line) => (line.who === narrator || line.who in roles ? line : { ...line, who: narrator })),
        },
      ]),
    ),
  }
}
