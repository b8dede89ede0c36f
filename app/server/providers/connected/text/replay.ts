import type { AssistantModelMessage, TextStreamPart, ToolSet } from 'ai'
import * as v from 'valibot'
import { argumentsOf, type ToolCall } from '#app/contract/runs/turns.ts'

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
])
type Part = v.InferOutput<typeof partSchema>
type Own = Part['providerOptions']

type Content = Exclude<AssistantModelMessage['content'], string>

/** Returns the parts of a stored answer; undefined if they are not readable or not those of this answer. */
export function readReplay(stored: readonly unknown[], { text, calls }: { text: string; calls: readonly ToolCall[] }): Content | undefined {
  const parsed = v.safeParse(v.array(partSchema), stored)
  if (!parsed.success) return undefined
  const content: Content = []
  for (const part of parsed.output) {
    const own = part.providerOptions && { providerOptions: part.providerOptions }
    if (part.type !== 'tool-call') {
      content.push({ type: part.type, text: part.text ?? text, ...own })
      continue
    }
    const call = calls.find(({ id }) => id === part.toolCallId)
    if (!call) return undefined
    content.push({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: argumentsOf(call), ...own })
  }
  return content
}

/** Collects the parts of an answer as they come. */
export function collectReplay() {
  const parts: Part[] = []
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
    /** The parts to store; undefined for an answer without signatures, which its text and calls say in full. */
    parts(): unknown[] | undefined {
      if (!isSigned) return undefined
      const texts = parts.filter(({ type }) => type === 'text')
      const [only] = texts
      return parts
        .filter((part) => part.type === 'tool-call' || part.providerOptions !== undefined || part.text !== '')
        .map((part) => (texts.length === 1 && part === only ? { ...part, text: undefined } : part))
    },
  }
}
