import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { Generation } from '#app/contract/runs/generations.ts'

/** Returns a file name made of the first words of a work's name. */
export function fileNameOf({ title, prompt }: Pick<Generation, 'title' | 'prompt'>, ending: string): string {
  const words = startOfText((title ?? prompt).normalize('NFC'), 60).toLowerCase()
  return `${words.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, '') || 'quartet'}.${ending}`
}
