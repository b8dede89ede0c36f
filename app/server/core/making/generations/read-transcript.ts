import { toPlain, toSrt, toVtt } from '#app/contract/runs/subtitles.ts'
import type { Transcript, TranscriptFormat } from '#app/contract/runs/transcripts.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { type ServerText, translate } from '#app/server/i18n.ts'
import { Problem } from '../../problem.ts'
import { findKeptGeneration, type OwnGeneration } from './find-generation.ts'
import type { GenerationRow } from './to-generation.ts'

const speakerText: ServerText = /*i18n*/ { id: 'transcript.speaker', message: 'Speaker {number}' }

/** Reads the transcript of a person's run. A run of another task has its text and no times. */
export async function readTranscript(db: Database, own: OwnGeneration): Promise<Transcript> {
  return transcriptOf(await findKeptGeneration(db, own))
}

export function transcriptOf({ text, transcript }: Pick<GenerationRow, 'text' | 'transcript'>): Transcript {
  return { text: text ?? '', ...(transcript ?? { language: null, segments: [] }) }
}

/** Writes a transcript as a file. Throws `invalid_input` for subtitles without times. */
export function writeTranscript(transcript: Transcript, format: Exclude<TranscriptFormat, 'json'>, locale: Locale): string {
  const nameOf = (number: number) => translate(locale, speakerText, { number })
  if (format === 'txt') return toPlain(transcript, nameOf)
  if (transcript.segments.length === 0 && transcript.text !== '') throw new Problem('invalid_input', { fields: { format: 'no_times' } })
  return format === 'srt' ? toSrt(transcript.segments, nameOf) : toVtt(transcript.segments, nameOf)
}
