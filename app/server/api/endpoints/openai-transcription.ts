import { transcribeCall } from '#app/contract/runs/openai.calls.ts'
import { type TranscriptionFields, transcriptionFieldsSchema } from '#app/contract/runs/openai.ts'
import type { Locale } from '#config'
import { transcriptOf, writeTranscript } from '../../core/making/generations/read-transcript.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import { keepUpload } from '../../core/making/uploads/keep-upload.ts'
import { endpoint } from '../endpoint.ts'
import { transcriptionOptions } from '../openai-options.ts'
import { findModel, start, waitFor } from '../openai-runs.ts'
import { sendTranscript } from '../send-transcript.ts'
import { parseInput } from '../validation.ts'

export const transcriptionEndpoint = endpoint(transcribeCall, {
  async handle(request) {
    const { runtime, caller, locale, context } = request
    const { db, storage, uploadSlots: slots } = runtime
    const { file, fields } = await readForm(context.req.raw)
    const model = await findModel(runtime, fields.model, 'audio')
    if (model.task !== 'transcribe') throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
    const options = transcriptionOptions(model, fields)
    const bytes = Buffer.from(await file.arrayBuffer())
    const { id, type } = await keepUpload(db, { storage, slots, userId: caller.userId, locale, bytes })
    if (type !== 'audio' && type !== 'video') throw new Problem('invalid_input', { fields: { file: 'input_not_taken' } })
    const started = await start(request, { model: model.id, prompt: '', options, inputs: [{ upload_id: id, role: 'source' }] })
    return answerOf(await waitFor(request, started), fields.response_format, locale)
  },
})

async function readForm(request: Request): Promise<{ file: Blob; fields: TranscriptionFields }> {
  const form = await request.formData().catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : new Problem('unsupported_media_type', { cause })
  })
  const file = form.get('file')
  const texts = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  const fields = parseInput(transcriptionFieldsSchema, texts)
  if (!(file instanceof Blob)) throw new Problem('invalid_input', { fields: { file: 'required' } })
  return { file, fields }
}

function answerOf(row: GenerationRow, format: TranscriptionFields['response_format'], locale: Locale) {
  const transcript = transcriptOf(row)
  const { text, language, segments } = transcript
  if (format === 'json') return { text }
  // The protocol's plain text has no speakers.
  if (format === 'text') return sendTranscript(`${text}\n`, 'txt')
  if (format === 'srt' || format === 'vtt') return sendTranscript(writeTranscript(transcript, format, locale), format)
  return {
    task: 'transcribe' as const,
    language: language ?? '',
    duration: (segments.at(-1)?.end_ms ?? 0) / 1_000,
    text,
    segments: segments.map(({ start_ms, end_ms, text: said, speaker }, id) => ({
      id,
      start: start_ms / 1_000,
      end: end_ms / 1_000,
      text: said,
      ...(speaker !== undefined && { speaker: String(speaker) }),
    })),
  }
}
