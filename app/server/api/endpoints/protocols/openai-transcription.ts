import { transcribeCall, translateCall } from '#app/contract/protocols/openai-audio.calls.ts'
import {
  type TranscriptionFields,
  transcriptionFieldsSchema,
  translationFieldsSchema,
  undefinedTranscriptionFields,
} from '#app/contract/protocols/openai-audio.ts'
import type { Locale } from '#config'
import { transcriptOf, writeTranscript } from '#app/server/core/making/generations/read-transcript.ts'
import type { GenerationRow } from '#app/server/core/making/generations/to-generation.ts'
import { Problem } from '#app/server/core/problem.ts'
import { type ApiRequest, endpoint } from '../../endpoint.ts'
import type { PersonOrKey } from '../../requests/identify.ts'
import { streamRun } from '../../openai/openai-events.ts'
import { ignoredHeader, keepFormFile, naming, type ReadForm, readForm } from '../../openai/openai-forms.ts'
import { transcriptionOptions } from '../../openai/openai-options.ts'
import { findModel, start, waitFor } from '../../openai/openai-runs.ts'
import { type OpenAnswer, openAnswer } from '../../protocols/answer-events.ts'
import { refuse } from '../../protocols/refuse.ts'
import { sendTranscript } from '../../answers/send-transcript.ts'
import { parseInput } from '#app/server/core/parse-input.ts'

type Asking = ApiRequest<PersonOrKey, unknown>
type Task = 'transcribe' | 'translate'

export const transcriptionEndpoints = [
  endpoint(transcribeCall, {
    async handle(request) {
      const form = await readForm(request.context.req.raw)
      const fields = parseInput(transcriptionFieldsSchema, form.texts)
      const granularities = form.lists.get('timestamp_granularities') ?? [form.texts['timestamp_granularities'] ?? []].flat()
      checkGranularities(granularities, fields)
      if (fields.stream && fields.response_format !== 'json') refuse('stream', 'not_together')
      const known = new Set(['timestamp_granularities'])
      const ignored = [...undefinedTranscriptionFields(fields), ...form.lists.keys()].filter((name) => !known.has(name))
      return transcribe(request, form, { fields, task: 'transcribe', ignored })
    },
  }),
  endpoint(translateCall, {
    async handle(request) {
      const form = await readForm(request.context.req.raw)
      const fields = parseInput(translationFieldsSchema, form.texts)
      // The language is that of the recording elsewhere, and the text is English here.
      const { language: _language, stream: _stream, ...asked } = { language: undefined, stream: undefined, ...fields }
      return transcribe(request, form, { fields: asked, task: 'translate', ignored: undefinedTranscriptionFields(fields) })
    },
  }),
]

/** No model gives the times of words. */
function checkGranularities(asked: readonly string[], { response_format: format }: TranscriptionFields): void {
  if (asked.length === 0) return
  if (asked.some((one) => one !== 'segment' && one !== 'word')) refuse('timestamp_granularities', 'not_an_option')
  if (asked.includes('word')) refuse('timestamp_granularities', 'unsupported')
  if (format !== 'verbose_json') refuse('timestamp_granularities', 'not_together')
}

type Transcribing = { fields: TranscriptionFields; task: Task; ignored: string[] }

async function transcribe(request: Asking, { files }: ReadForm, { fields, task, ignored }: Transcribing) {
  const { runtime, caller, locale, context } = request
  const [file, ...more] = files.get('file') ?? []
  if (!file) throw new Problem('invalid_input', { fields: { file: 'required' } })
  if (more.length > 0) refuse('file', 'too_many')
  const model = await findModel(runtime, fields.model, 'audio')
  if (model.task !== 'transcribe') refuse('model', 'model_of_another_kind')
  const translates = task === 'translate'
  if (translates && model.options.translate?.type !== 'boolean') refuse('model', 'model_without_translation')
  const { options, ignored: without } = transcriptionOptions(model, fields)
  const { id, type } = await keepFormFile(runtime, { userId: caller.accountId, locale, file, field: 'file' })
  if (type !== 'audio' && type !== 'video') refuse('file', 'input_not_taken')
  const headers = ignoredHeader([...without, ...ignored])
  const run = { model: model.id, prompt: '', options: { ...options, ...(translates && { translate: true }) } }
  const names = { 'inputs.0': 'file', inputs: 'file', 'options.language': 'language', 'options.terms': 'prompt' }
  const started = await naming(names, () => start(request, { ...run, inputs: [{ upload_id: id, role: 'source' }] }))
  if (fields.stream) {
    const answer = await openAnswer(runtime, { ...started, limitMs: Infinity })
    return streamRun(runtime, { ...started, locale, headers, open: (until) => textEvents(answer, until) })
  }
  const ended = await waitFor(request, started)
  for (const [header, value] of Object.entries(headers)) context.header(header, value)
  return answerOf(ended, { format: fields.response_format, task, locale, headers })
}

async function* textEvents(answer: OpenAnswer, until: AbortSignal) {
  for await (const event of answer.events(until)) {
    if (event.type === 'text') yield { type: 'transcript.text.delta', delta: event.delta }
    if (event.type === 'end') yield { type: 'transcript.text.done', text: event.row.text ?? '' }
  }
}

type AnswerOptions = { format: TranscriptionFields['response_format']; task: Task; locale: Locale; headers: Record<string, string> }

function answerOf(row: GenerationRow, { format, task, locale, headers }: AnswerOptions) {
  const transcript = transcriptOf(row)
  const { text, language, segments } = transcript
  const send = (...given: Parameters<typeof sendTranscript>) => {
    const response = sendTranscript(...given)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
  if (format === 'json') return { text }
  // The protocol's plain text has no speakers.
  if (format === 'text') return send(`${text}\n`, 'txt')
  if (format === 'srt' || format === 'vtt') return send(writeTranscript(transcript, format, locale), format)
  return {
    task,
    language: (task === 'translate' ? 'english' : language) ?? '',
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
