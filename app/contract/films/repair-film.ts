import type { FilmDocument } from './film-document.ts'
import { narrator, readPart } from './film-values.ts'

/**
 * Makes a document consistent after changes that have merged: the order names each shot once, and shots name roles that exist. Words of a
 * role that was removed are the narrator's, so that none is lost. Choices for parts of shots that are gone are dropped.
 */
export function repairFilm(document: FilmDocument): FilmDocument {
  const { shots, roles } = document
  const ofParts = <T>(choices: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(choices).filter(([name]) => isPartOf(document, name)))
  const order = [...new Set([...document.order.filter((id) => id in shots), ...Object.keys(shots)])]
  return {
    ...document,
    order,
    takes: ofParts(document.takes),
    kept: ofParts(document.kept),
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

function isPartOf({ shots }: FilmDocument, name: string): boolean {
  const part = readPart(name)
  if (!part?.shot) return part !== undefined
  const shot = shots[part.shot]
  return shot !== undefined && (part.line === null || part.line < shot.words.length)
}
