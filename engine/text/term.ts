import type { Line } from './tokens.ts'

/** A term of a text, in dictionary or heading form. */
export type Term = {
  text: string
  /** As it stands over a paragraph: in English in the number that the text prefers. */
  heading: string
  stems: string[]
  /** How telling a term of this build is. */
  bonus: number
}

export type Reading = {
  countOf(stem: string): number
  termsIn(line: Line): Term[]
}
