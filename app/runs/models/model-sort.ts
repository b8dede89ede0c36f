import type { Model } from '#app/contract/runs/models.ts'

/** Sorts of models of one kind, which take different prompts: lyrics or speech; a source text or a question. */
export type ModelSort = 'any' | 'music' | 'speech' | 'tool' | 'chat'

export function sortOf({ type, options: { properties } }: Pick<Model, 'type' | 'options'>): ModelSort {
  if (type === 'audio') return 'voice' in properties ? 'speech' : 'music'
  if (type === 'text') return 'task' in properties ? 'tool' : 'chat'
  return 'any'
}
