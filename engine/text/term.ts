import type { Line } from './tokens.ts'

/** A term of a text, in dictionary or heading form. */
export type Term = {
  text: string
  /** The form for a heading: in English in the number that the text prefers. */
  heading: string
  stems: string[]
  /** Weight of the term's form: how informative such phrases are. */
  bonus: number
}

export type Reading = {
  countOf(stem: string): number
  termsIn(line: Line): Term[]
}
