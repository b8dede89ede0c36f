import type { Term } from '#app/contract/runs/generations.ts'

/** The style of a word of the prompt by its role. The underline differs too, not only the color. */
export const termLook: Record<Term['role'], string> = {
  shown: 'rounded-[3px] bg-kind/14 underline decoration-kind decoration-solid decoration-2 underline-offset-4',
  mood: 'underline decoration-kind decoration-dotted decoration-2 underline-offset-4',
  ignored: 'underline decoration-warn decoration-wavy decoration-1 underline-offset-4',
}
