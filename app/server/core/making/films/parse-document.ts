import * as v from 'valibot'
import { type FilmDocument, filmDocumentSchema } from '#app/contract/films/film-document.ts'
import { maxDocumentBytes } from '#app/contract/films/films.ts'
import { repairFilm } from '#app/contract/films/repair-film.ts'
import { parseInput } from '../../parse-input.ts'
import { Problem } from '../../problem.ts'

const inputSchema = v.object({ document: filmDocumentSchema })

/** Checks and repairs a document. Throws `invalid_input` with the paths of what is wrong. */
export function parseDocument(document: unknown): FilmDocument {
  const repaired = repairFilm(parseInput(inputSchema, { document }).document)
  if (Buffer.byteLength(JSON.stringify(repaired)) > maxDocumentBytes)
    throw new Problem('invalid_input', { fields: { document: 'too_long' } })
  return repaired
}
