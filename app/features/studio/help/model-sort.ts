import type { Model } from '#app/contract/models.ts'

/** Models of one kind can be for very different prompts: something to sing, something to say; a text to work on, something to answer. */
export type ModelSort = 'any' | 'music' | 'speech' | 'tool' | 'chat'

export function sortOf({ type, options: { properties } }: Pick<Model, 'type' | 'options'>): ModelSort {
  if (type === 'audio') return 'voice' in properties ? 'speech' : 'music'
  if (type === 'text') return 'task' in properties ? 'tool' : 'chat'
  return 'any'
}
