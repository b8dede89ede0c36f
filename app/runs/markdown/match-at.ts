import { emphasis } from '#app/ui/text/is-rich.ts'
import { noteSigns } from './references.ts'

export const emphasisMark = new RegExp(emphasis.source, 'uy')
export const noteMark = new RegExp(noteSigns.source, 'y')

/** Matches a sticky pattern at this place of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
