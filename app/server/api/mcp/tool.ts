import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { memberKeyScopes } from '#app/contract/account/api-keys.ts'
import type { Call } from '#app/contract/base/call.ts'
import type { KeyHolder } from '../../core/identity/api-keys/authenticate-key.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import { admit, type ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from '../requests/identify.ts'
import { parseInput } from '../../core/parse-input.ts'

export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

/**
 * The result has no `structuredContent`: Claude Code shows its model that alone, without the images of `content`
 * (anthropics/claude-code issues 54737 and 79944, read on 2026-11-29).
 */
export type ToolResult = { content: ToolContent[]; isError?: true }

export type ToolRequest<Input> = ApiRequest<PersonOrKey, Input> & {
  /** Aborts when the client cancels its request. */
  canceled: AbortSignal
  /** Reports the state of a run to a client that listens. */
  report(row: GenerationRow): Promise<void>
}

/** A call of a tool as it arrived. */
export type ToolAsked = Omit<ToolRequest<unknown>, 'caller' | 'input' | 'idempotencyKey'> & { holder: KeyHolder; args: unknown }

/** `reads`: changes nothing; `makes`: spends tokens or stores something; `stops`: ends something for good. */
type Effect = 'reads' | 'makes' | 'stops'

type Definition<C extends Call, S extends v.GenericSchema<object>> = {
  /** The call of the HTTP API with the same rights and refusals. */
  call: C
  name: string
  title: string
  /** For the model that chooses among tools: English, and the same for everybody. */
  description: string
  effect: Effect
  input: S
  /** As of the call's endpoint. */
  heavy?: (input: v.InferOutput<S>) => boolean
  handle(request: ToolRequest<v.InferOutput<S>>): Promise<ToolResult>
}

export type Tool = {
  /** The tool as `tools/list` describes it. */
  listed: {
    name: string
    title: string
    description: string
    inputSchema: JsonSchema & { type: 'object' }
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  }
  answer(asked: ToolAsked): Promise<ToolResult>
}

export function defineTool<C extends Call, S extends v.GenericSchema<object>>(definition: Definition<C, S>): Tool {
  const { call, name, title, description, effect, input, heavy, handle } = definition
  const scope = memberKeyScopes.find((one) => call.auth === `key:${one}`)
  const { $schema: _dialect, ...schema } = toJsonSchema(input, { typeMode: 'input', errorMode: 'ignore', target: 'draft-2020-12' })
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: { ...schema, type: 'object' },
      annotations: {
        readOnlyHint: effect === 'reads',
        destructiveHint: effect === 'stops',
        idempotentHint: effect !== 'makes',
        openWorldHint: false,
      },
    },
    async answer({ holder, args, ...request }) {
      if (scope && !holder.scopes.includes(scope)) throw new Problem('key_not_allowed')
      const read = parseInput(input, args)
      const { accountId, personId, apiKeyId, allowed } = holder
      await admit(request.runtime, call, { personId, heavy: heavy?.(read) })
      const caller = { accountId, personId, sessionId: null, apiKeyId, allowed }
      return handle({ ...request, caller, input: read, idempotencyKey: undefined })
    },
  }
}

/** An object without other fields: a model that makes up an argument learns that it has no effect. */
export const argumentsOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received }) =>
    expected === 'never' ? 'unsupported' : received === 'undefined' ? 'required' : 'invalid',
  )

/** A schema with a description for the model. */
export const about = <const S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text))

/** Results are JSON, without what is null: each word costs the client's model. */
export const asText = (value: object): ToolContent => ({
  type: 'text',
  text: JSON.stringify(value, (_key, one: unknown) => (one === null ? undefined : one), 1),
})
