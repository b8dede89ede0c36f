import type * as v from 'valibot'
import { isDeeper } from '../base/is-deeper.ts'
import type { GenerationInput, toolCallSchema } from '../runs/generations.ts'

export type ToolCall = v.InferOutput<typeof toolCallSchema>

const deepestInput = 256

/** The arguments of a call; as the model wrote them if they are no JSON, or nested too deep to be written again. */
export function argumentsOf({ input }: Pick<ToolCall, 'input'>): unknown {
  try {
    const value: unknown = JSON.parse(input)
    return isDeeper(value, deepestInput) ? input : value
  } catch {
    return input
  }
}

/**
 * A turn of a conversation. `inputs`: its files; `calls`: of the assistant; `answers`: the call that a tool's turn answers; `failed`: the tool
 * has failed; `kept`: the answer in its service's parts, which a program has kept. Stored with runs: these shapes are ours, so that rows outlive the libraries that talk to services.
 */
export type Turn = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  inputs?: GenerationInput[]
  calls?: ToolCall[]
  answers?: { id: string; name: string }
  failed?: true
  kept?: Replay
}

/** A turn as it is stored with the run that adds it. `prompt`: the person's turn whose text and files are those of the row. */
export type StoredTurn = Turn | { role: 'prompt' }

/** The prompt of a message that has only files, in the form of our other notes to the model. */
export const onlyFiles = '[Attached files]'

/** Returns the turns that a run adds; undefined for a run whose prompt and files are its only turn. */
export function turnsOf({
  said,
  prompt,
  inputs,
}: {
  said: readonly StoredTurn[] | null
  prompt: string
  inputs: GenerationInput[]
}): Turn[] | undefined {
  return said?.map((turn): Turn => {
    if (turn.role !== 'prompt') return turn
    const text = prompt === onlyFiles && inputs.length > 0 ? '' : prompt
    return { role: 'user', text, ...(inputs.length > 0 && { inputs }) }
  })
}

/** A JSON Schema as a program sent it. */
export type JsonSchema = { [key: string]: unknown }
export type Tool = { name: string; description?: string; parameters: JsonSchema; strict?: boolean }

/** The parameters of a language model that programs send, by our names. Nothing in them is rounded or added. */
export type TurnSettings = {
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  seed?: number
  stop?: string[]
  presencePenalty?: number
  frequencyPenalty?: number
  logitBias?: Record<string, number>
  effort?: string
  verbosity?: string
}
export type SettingName = keyof TurnSettings

/**
 * Facts that a request wants back with its answer, and to which no model listens. `store`: false if nothing is kept of the run. `sealed`: whether
 * the program keeps the reasoning.
 */
export type Noted = { metadata?: Record<string, string>; store?: false; summary?: string; sealed?: true }

/**
 * The request of a program beyond its conversation. `instructions`: a system message before the conversation that is no part of it.
 * `format`: the answer is JSON, of the schema if there is one. `studio`: the request is the studio's own, whose tools this server runs; no
 * program can send it.
 */
export type Asked = {
  instructions?: string
  tools?: Tool[]
  choice?: 'auto' | 'none' | 'required' | { name: string }
  parallel?: boolean
  format?: { name?: string; description?: string; schema?: JsonSchema; strict?: boolean }
  settings?: TurnSettings
  noted?: Noted
  studio?: true
}

/** Returns the turns that a model reads: the conversation after the instructions. */
export const heardTurns = <T extends Turn>({ turns, asked }: { turns: readonly T[]; asked: Asked }): (T | Turn)[] =>
  asked.instructions === undefined ? [...turns] : [{ role: 'system', text: asked.instructions }, ...turns]

/**
 * The abilities of a language model beyond writing. `tools`: `auto` if a program cannot choose the tool. `json`: whether it follows a
 * schema, or only writes JSON; `jsonAsked`: what the
 * conversation alone asks for: JSON beside tools, or of any shape. `continues`: whether it goes on with an unfinished answer. `ownTools`: names that its service's own tools
 * have.
 */
export type Abilities = {
  tools?: true | 'auto'
  continues?: true
  json?: 'object' | 'schema'
  jsonAsked?: 'tools' | 'object'
  settings: readonly SettingName[]
  ownTools?: readonly string[]
}

/** An answer in its service's own parts, with signatures; of use only to the same release of the library and the same model. */
export type Replay = { sdk: number; model: string; parts: unknown[] }
