import type { World } from './world.ts'

/** The official clients, in the order of the table's columns. */
export const clientNames = {
  openai: 'openai',
  ai: 'AI SDK',
  langchain: 'LangChain',
  agents: 'Agents SDK',
  anthropic: '@anthropic-ai/sdk',
} as const
export type ClientName = keyof typeof clientNames

/**
 * `works`: the client gets what it asked for. `ignores`: it does, and the answer names the parameter that had no effect. `refuses`: the API
 * refuses the request with the name of the parameter. `absent`: the API has no such call.
 */
export type Outcome = 'works' | { ignores: string } | { refuses: string } | 'absent'

/** One thing that programs do, with each client that can. */
export type Row = {
  call: string
  shows: string
  outcome: Outcome
  /** Part of every run of the tests; the others are part of full runs. */
  isUsual?: true
  /** Makes the call with a client; rejects unless its answer is the one that was asked for. */
  tries: Partial<Record<ClientName, (world: World) => Promise<unknown>>>
}
