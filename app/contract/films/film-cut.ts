import type { FilmDocument } from './film-document.ts'

/**
 * A film as one run makes it, stored with the run: its document at that moment. Changes of the document that follow do not change the run.
 */
export type FilmCut = {
  /** The id of the film: its places look the same in every run. */
  film: string
  document: FilmDocument
}

/** The file of a part, as `still:<shot>`, `clip:<shot>`, `line:<shot>.<n>` or `music` names it. */
export type FilmFile = { path: string; mediaType: string; durationMs: number | null }
