import type { AssistantModelMessage, TextStreamPart, ToolSet } from 'ai'
import * as v from 'valibot'
import { argumentsOf, type ToolCall } from '#app/contract/studio/turns.ts'

type Json = null | string | number | boolean | Json[] | { [key: string]: Json | undefined }
const jsonSchema: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.null(), v.string(), v.number(), v.boolean(), v.array(jsonSchema), v.record(v.string(), jsonSchema)]),
)
const ownSchema = v.optional(v.record(v.string(), v.record(v.string(), jsonSchema)))

/** A text without a value is that of the answer, so that nothing is stored twice; the same holds for the input of a call. */
const partSchema = v.variant('type', [
  v.object({ type: v.literal('reasoning'), text: v.string(), providerOptions: ownSchema }),
  v.object({ type: v.literal('text'), text: v.optional(v.string()), providerOptions: ownSchema }),
  v.object({ type: v.literal('tool-call'), toolCallId: v.string(), providerOptions: ownSchema }),
  /** The reasoning as OpenRouter wants it back: instead of its text, as a field of the message. */
  v.object({ type: v.literal('message'), providerOptions: v.record(v.string(), v.record(v.string(), jsonSchema)) }),
])
type StoredPart = v.InferOutput<typeof partSchema>
type Part = Exclude<StoredPart, { type: 'message' }>
type Own = Part['providerOptions']

type Content = Exclude<AssistantModelMessage['content'], string>

/** An answer in its service's own parts. `own`: fields of the message itself. */
type Replayed = { content: Content; own: StoredPart['providerOptions'] }

/** Returns the parts of a stored answer; undefined if they are not readable or not those of this answer. */
export function readReplay(
  stored: readonly unknown[],
  { text, calls }: { text: string; calls: readonly ToolCall[] },
): Replayed | undefined {
  const parsed = v.safeParse(v.array(partSchema), stored)
  if (!parsed.success) return undefined
  const own = parsed.output.find(({ type }) => type === 'message')?.providerOptions
  const content: Content = []
  for (const part of parsed.output) {
    if (part.type === 'message' || (part.type === 'reasoning' && own)) continue
    const signed = part.providerOptions && { providerOptions: part.providerOptions }
    if (part.type !== 'tool-call') {
      content.push({ type: part.type, text: part.text ?? text, ...signed })
      continue
    }
    const call = calls.find(({ id }) => id === part.toolCallId)
    if (!call) return undefined
    content.push({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: argumentsOf(call), ...signed })
  }
  return { content, own }
}

const detailSchema = v.looseObject({ type: v.string(), index: v.optional(v.nullable(v.number())) })
const detailsSchema = v.object({
  choices: v.array(
    v.object({ delta: v.object({ reasoning_details: v.array(v.intersect([detailSchema, v.record(v.string(), jsonSchema)])) }) }),
  ),
})
type Detail = { [key: string]: Json }

/** Collects OpenRouter's `reasoning_details`: pieces of one block have its type and index, and are put together. */
function collectDetails() {
  const details: Detail[] = []
  return {
    take(event: unknown): void {
      const parsed = v.safeParse(detailsSchema, event)
      for (const piece of parsed.success ? parsed.output.choices.flatMap(({ delta }) => delta.reasoning_details) : []) {
        const last = details.at(-1)
        if (!last || last.type !== piece.type || last.index !== piece.index) {
          details.push({ ...piece })
          continue
        }
        for (const [name, value] of Object.entries(piece)) {
          const before = last[name]
          const grows =
            (name === 'text' || name === 'summary' || name === 'data') && typeof before === 'string' && typeof value === 'string'
          if (grows) last[name] = before + value
          else if (value !== null) last[name] = value
        }
      }
    },
    list: (): Detail[] => details,
  }
}

/**
 * Collects the parts of an answer as they come. `thoughts`: the service wants the reasoning before a call back, also without a signature.
 */
export function collectReplay({ thoughts = false }: { thoughts?: boolean } = {}) {
  const parts: Part[] = []
  const details = collectDetails()
  const open = new Map<string, Part & { text: string }>()
  let isSigned = false

  /** Metadata with signatures, item ids or encrypted reasoning. */
  function own(metadata: unknown): Own {
    const parsed = v.safeParse(ownSchema, metadata)
    if (!parsed.success || !parsed.output || Object.keys(parsed.output).length === 0) return undefined
    isSigned = true
    return parsed.output
  }
  const sign = (part: Part, metadata: unknown) => {
    const signed = own(metadata)
    if (signed) part.providerOptions = { ...part.providerOptions, ...signed }
  }

  function add(type: 'reasoning' | 'text', id: string, { delta = '', metadata }: { delta?: string; metadata: unknown }): void {
    const part = open.get(`${type} ${id}`)
    if (!part) return
    part.text += delta
    sign(part, metadata)
  }

  return {
    take(part: TextStreamPart<ToolSet>): void {
      if (part.type === 'raw') return details.take(part.rawValue)
      if (part.type === 'text-start' || part.type === 'reasoning-start') {
        const started: Part & { text: string } = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' }
        sign(started, part.providerMetadata)
        open.set(`${started.type} ${part.id}`, started)
        parts.push(started)
      } else if (part.type === 'text-delta') add('text', part.id, { delta: part.text, metadata: part.providerMetadata })
      else if (part.type === 'reasoning-delta') add('reasoning', part.id, { delta: part.text, metadata: part.providerMetadata })
      else if (part.type === 'text-end') add('text', part.id, { metadata: part.providerMetadata })
      else if (part.type === 'reasoning-end') add('reasoning', part.id, { metadata: part.providerMetadata })
      else if (part.type === 'tool-call' && !part.providerExecuted) {
        const call: Part = { type: 'tool-call', toolCallId: part.toolCallId }
        sign(call, part.providerMetadata)
        parts.push(call)
      }
    },
    /** The parts to store; undefined for an answer that its text and calls say in full. */
    parts(): unknown[] | undefined {
      const own = details.list()
      const hasThoughts = parts.some((part) => part.type === 'reasoning' && part.text.trim() !== '')
      const isWanted = thoughts && hasThoughts && parts.some(({ type }) => type === 'tool-call')
      if (!isSigned && !isWanted && own.length === 0) return undefined
      const texts = parts.filter(({ type }) => type === 'text')
      const [only] = texts
      const stored = parts
        .filter((part) => part.type !== 'reasoning' || own.length === 0)
        .filter((part) => part.type === 'tool-call' || part.providerOptions !== undefined || part.text !== '')
        .map((part) => (texts.length === 1 && part === only ? { ...part, text: undefined } : part))
      const message: StoredPart = { type: 'message', providerOptions: { openaiCompatible: { reasoning_details: own } } }
      return own.length > 0 ? [message, ...stored] : stored
    },
  }
}
