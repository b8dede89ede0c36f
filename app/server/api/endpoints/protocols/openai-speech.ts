import { undefinedSpeechParameters } from '#app/contract/protocols/openai-audio.ts'
import { synthesizeSpeechCall } from '#app/contract/protocols/openai-audio.calls.ts'
import type { GenerationRow } from '#app/server/core/making/generations/to-generation.ts'
import { findFile } from '#app/server/core/making/files/find-file.ts'
import { endpoint } from '../../endpoint.ts'
import { RunFailed } from '../../openai/openai-errors.ts'
import { type MediaEvent, streamMedia } from '../../openai/openai-events.ts'
import { ignoredHeader, naming } from '../../openai/openai-forms.ts'
import { speechOptions } from '../../openai/openai-options.ts'
import { findModel, start, waitFor } from '../../openai/openai-runs.ts'
import { filesOf } from '../../protocols/result-files.ts'
import { refuse } from '../../protocols/refuse.ts'
import { readSpeech, speechMediaTypes } from '../../openai/speech-file.ts'

/** Bytes of a sound in one event. */
const pieceBytes = 32 * 1024
const optionNames = { prompt: 'input', 'options.instructions': 'instructions', 'options.voice': 'voice', 'options.speed': 'speed' }

export const speechEndpoint = endpoint(synthesizeSpeechCall, {
  async handle(request) {
    const { runtime, caller, locale, input } = request
    const { body } = input
    const model = await findModel(runtime, body.model, 'audio')
    if (model.task) refuse('model', 'model_of_another_kind')
    const format = body.response_format ?? 'mp3'
    const { options, ignored } = speechOptions(model, body)
    const headers = ignoredHeader([...ignored, ...undefinedSpeechParameters(body)])
    const started = await naming(optionNames, () => start(request, { model: model.id, prompt: body.input, options }))

    async function soundOf(ended: GenerationRow) {
      const [sound] = await filesOf(request, ended, 'audio/')
      if (!sound) throw new RunFailed('internal')
      const file = await findFile(runtime.db, { id: sound.id, ownerId: caller.accountId })
      return readSpeech(runtime.storage, { file, format, userId: caller.accountId })
    }
    async function* toEvents(event: MediaEvent) {
      if (event.type === 'preview') return
      const sound = Buffer.from(await soundOf(event.row))
      for (let at = 0; at < sound.length; at += pieceBytes)
        yield { type: 'speech.audio.delta', audio: sound.subarray(at, at + pieceBytes).toString('base64') }
      yield { type: 'speech.audio.done' }
    }
    if (body.stream_format === 'sse') return streamMedia(runtime, { ...started, locale, headers, toEvents })
    const sound = await soundOf(await waitFor(request, started))
    return new Response(sound, {
      headers: {
        ...headers,
        'content-type': speechMediaTypes[format],
        'content-length': String(sound.byteLength),
        'cache-control': 'private, no-store',
      },
    })
  },
})
