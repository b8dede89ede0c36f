import { Ajv, type ErrorObject } from 'ajv'
import type { Abilities, JsonSchema } from '#app/contract/studio/turns.ts'
import type { TextModel, Turn } from '../../kinds.ts'
import { countsOf } from './read-usage.ts'

type Call = Parameters<TextModel['stream']>[0]
type Ended = Awaited<ReturnType<TextModel['stream']>>

/** Longest description of what is wrong with an answer, in characters. */
const longestFault = 1_000

/**
 * Makes a model that writes JSON follow a schema: the schema is part of the conversation, the answer is checked before it is passed on, and
 * one that does not follow the schema is asked for again, once. The same is done for JSON for which a service has no parameter.
 */
export const followingSchema = (service: TextModel, { json, jsonAsked }: Pick<Abilities, 'json' | 'jsonAsked'>): TextModel => ({
  ...service,
  async stream(call) {
    const { format, ...others } = call.asked ?? {}
    const { schema } = format ?? {}
    const isAsked = jsonAsked === 'tools' ? others.tools !== undefined : jsonAsked === 'object' && !schema
    if (!format || !(isAsked || (json === 'object' && schema))) return service.stream(call)
    const turns: Turn[] = [{ role: 'system', text: instruction(schema), files: [] }, ...call.turns]
    const asked = { ...others, ...(!isAsked && { format: {} }) }
    const first = await askWhole(service, { ...call, turns, asked })
    const fault = first.hasCalls ? undefined : faultOf(first.text, schema)
    if (fault === undefined || first.ended.cut) return passOn(call, first)
    const again: Turn[] = [
      { role: 'assistant', text: first.text, files: [] },
      { role: 'user', text: `That is not what was asked for: ${fault} Answer again, with the JSON alone.`, files: [] },
    ]
    const second = await askWhole(service, { ...call, turns: [...turns, ...again], asked })
    return passOn(call, { ...second, ended: both(first.ended, second.ended) })
  },
})

const instruction = (schema: JsonSchema | undefined) =>
  schema ? `Answer with JSON alone that follows this JSON Schema:\n${JSON.stringify(schema)}` : 'Answer with JSON alone.'

type Whole = { text: string; ended: Ended; hasCalls: boolean }

async function askWhole(service: TextModel, call: Call): Promise<Whole> {
  let text = ''
  let hasCalls = false
  const ended = await service.stream({
    ...call,
    onText(delta) {
      text += delta
      // Shows that the service is alive.
      call.onThought?.('')
    },
    onCall(piece) {
      hasCalls = true
      call.onCall?.(piece)
    },
  })
  return { text, ended, hasCalls }
}

function passOn({ onText }: Call, { text, ended }: Whole): Ended {
  if (text !== '') onText(text)
  return ended
}

const sum = (one: number | undefined, other: number | undefined) => (one === undefined || other === undefined ? undefined : one + other)

/** The usage of both calls; unknown if one of them is. What only one of them has read from the cache counts as well. */
function both(first: Ended, second: Ended): Ended {
  const { inputTokens: _input, outputTokens: _output, cachedTokens: _cached, ...rest } = second
  const inputTokens = sum(first.inputTokens, second.inputTokens)
  const outputTokens = sum(first.outputTokens, second.outputTokens)
  return { ...rest, ...countsOf({ inputTokens, outputTokens, cachedTokens: (first.cachedTokens ?? 0) + (second.cachedTokens ?? 0) }) }
}

/** Returns what is wrong with an answer; undefined if it follows the schema, or if the schema itself cannot be read. */
function faultOf(text: string, schema: JsonSchema | undefined): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it is not JSON.'
  }
  const check = schema && validatorOf(schema)
  if (!check || check(value)) return undefined
  return `${(check.errors ?? []).map(sentenceOf).join(', ').slice(0, longestFault)}.`
}

const sentenceOf = ({ instancePath, message }: ErrorObject) => `${instancePath || 'the value'} ${message ?? 'is wrong'}`

/** A validator of its own, because Ajv keeps every schema that it is given. Patterns are those of a stranger and are not run. */
function validatorOf(schema: JsonSchema) {
  try {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false })
    ajv.removeKeyword('pattern')
    ajv.removeKeyword('patternProperties')
    return ajv.compile(schema)
  } catch {
    return undefined
  }
}
