import type { Shot } from '#app/contract/films/film-document.ts'
import { shotPresets } from '#app/contract/films/film-values.ts'

/** A shot for which nothing is chosen, as the schema of the contract makes it, which pages do not load. */
export const emptyShot: Shot = { ...shotPresets, place: null, light: null, people: [], words: [], seconds: null, still: null, clip: null }
