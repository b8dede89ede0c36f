import * as v from 'valibot'

/** A passage of a transcript, in milliseconds from the beginning of the recording. */
export const segmentSchema = v.object({
  start_ms: v.number(),
  end_ms: v.number(),
  text: v.string(),
  /** The speaker as the model numbers them, from 1; absent without recognition of speakers. */
  speaker: v.optional(v.number()),
})
export type Segment = v.InferOutput<typeof segmentSchema>

export const transcriptFormats = ['json', 'srt', 'vtt', 'txt'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

export const transcriptSchema = v.object({
  text: v.string(),
  /** The recognized language as the model names it, usually an ISO 639 code; null if it names none. */
  language: v.nullable(v.string()),
  /** Empty if the model reports no times. */
  segments: v.array(segmentSchema),
})
export type Transcript = v.InferOutput<typeof transcriptSchema>

export const transcriptQuerySchema = v.object({ format: v.optional(v.picklist(transcriptFormats, 'not_an_option'), 'json') })

export const transcriptMediaTypes: Record<Exclude<TranscriptFormat, 'json'>, string> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  txt: 'text/plain',
}
