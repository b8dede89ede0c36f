import * as v from 'valibot'
import { citationSchema, outputItemSchema, outputPartSchema, responseSchema } from './responses.ts'

/** The semantic events of a streamed response. */

const numbered = { sequence_number: v.number() }
const placed = { ...numbered, item_id: v.string(), output_index: v.number() }
const summaryPart = v.object({ type: v.literal('summary_text'), text: v.string() })
/** The events of a stream by their names, which are their `type` too. */
export const responseEvents = {
  'response.created': v.object({ type: v.literal('response.created'), ...numbered, response: responseSchema }),
  'response.in_progress': v.object({ type: v.literal('response.in_progress'), ...numbered, response: responseSchema }),
  'response.output_item.added': v.object({
    type: v.literal('response.output_item.added'),
    ...numbered,
    output_index: v.number(),
    item: outputItemSchema,
  }),
  'response.output_item.done': v.object({
    type: v.literal('response.output_item.done'),
    ...numbered,
    output_index: v.number(),
    item: outputItemSchema,
  }),
  'response.content_part.added': v.object({
    type: v.literal('response.content_part.added'),
    ...placed,
    content_index: v.number(),
    part: outputPartSchema,
  }),
  'response.content_part.done': v.object({
    type: v.literal('response.content_part.done'),
    ...placed,
    content_index: v.number(),
    part: outputPartSchema,
  }),
  'response.output_text.delta': v.object({
    type: v.literal('response.output_text.delta'),
    ...placed,
    content_index: v.number(),
    delta: v.string(),
    logprobs: v.array(v.unknown()),
  }),
  'response.output_text.done': v.object({
    type: v.literal('response.output_text.done'),
    ...placed,
    content_index: v.number(),
    text: v.string(),
    logprobs: v.array(v.unknown()),
  }),
  'response.output_text.annotation.added': v.object({
    type: v.literal('response.output_text.annotation.added'),
    ...placed,
    content_index: v.number(),
    annotation_index: v.number(),
    annotation: citationSchema,
  }),
  'response.function_call_arguments.delta': v.object({
    type: v.literal('response.function_call_arguments.delta'),
    ...placed,
    delta: v.string(),
  }),
  'response.function_call_arguments.done': v.object({
    type: v.literal('response.function_call_arguments.done'),
    ...placed,
    name: v.string(),
    arguments: v.string(),
  }),
  'response.reasoning_summary_part.added': v.object({
    type: v.literal('response.reasoning_summary_part.added'),
    ...placed,
    summary_index: v.number(),
    part: summaryPart,
  }),
  'response.reasoning_summary_text.delta': v.object({
    type: v.literal('response.reasoning_summary_text.delta'),
    ...placed,
    summary_index: v.number(),
    delta: v.string(),
  }),
  'response.reasoning_summary_text.done': v.object({
    type: v.literal('response.reasoning_summary_text.done'),
    ...placed,
    summary_index: v.number(),
    text: v.string(),
  }),
  'response.reasoning_summary_part.done': v.object({
    type: v.literal('response.reasoning_summary_part.done'),
    ...placed,
    summary_index: v.number(),
    part: summaryPart,
  }),
  'response.completed': v.object({ type: v.literal('response.completed'), ...numbered, response: responseSchema }),
  'response.incomplete': v.object({ type: v.literal('response.incomplete'), ...numbered, response: responseSchema }),
  'response.failed': v.object({ type: v.literal('response.failed'), ...numbered, response: responseSchema }),
}
type Events = { [Name in keyof typeof responseEvents]: v.InferOutput<(typeof responseEvents)[Name]> }
type Unnumbered<Event> = Event extends unknown ? Omit<Event, 'sequence_number'> : never
/** An event before it is numbered. */
export type ResponseEvent = Unnumbered<Events[keyof Events]>
