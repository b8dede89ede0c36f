import type { Term } from '#app/contract/runs/generations.ts'

export type Mark = { text: string; role: Term['role'] | null }

const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Divides the prompt at its terms. The terms may be those of an earlier text: terms that are not found are omitted. */
export function marksOf(prompt: string, terms: readonly Term[]): Mark[] {
  const marks: Mark[] = []
  let end = 0
  for (const { text, role } of terms) {
    const start = find(text, end)
    if (start < 0) continue
    if (start > end) marks.push({ text: prompt.slice(end, start), role: null })
    marks.push({ text, role })
    end = start + text.length
  }
  if (end < prompt.length) marks.push({ text: prompt.slice(end), role: null })
  return marks

  function find(word: string, from: number): number {
    for (let at = prompt.indexOf(word, from); at >= 0; at = prompt.indexOf(word, at + 1)) {
      if (!isPartOfWord(prompt[at - 1]) && !isPartOfWord(prompt[at + word.length])) return at
    }
    return -1
  }
}
