import { createVoiceCall, deleteVoiceCall, getVoiceSampleCall, listVoicesCall, renameVoiceCall } from '#app/contract/runs/voices.calls.ts'
import { Problem } from '#app/server/core/problem.ts'
import { renameVoice } from '#app/server/core/making/voices/create-voice.ts'
import { deleteVoice } from '#app/server/core/making/voices/delete-voice.ts'
import { listVoices } from '#app/server/core/making/voices/list-voices.ts'
import { toVoice } from '#app/server/core/making/voices/to-voice.ts'
import { voiceCall } from '#app/server/core/making/run-requests/calls.ts'
import { endpoint } from '../../endpoint.ts'
import { callParts, submit } from '../../requests/submit-run.ts'

export const voiceEndpoints = [
  endpoint(listVoicesCall, {
    handle: ({ runtime: { db, providers, keys }, caller, locale }) => listVoices(db, { providers, keys, userId: caller.accountId, locale }),
  }),
  endpoint(createVoiceCall, {
    async handle(request) {
      const { runtime, input, locale } = request
      const { keys, moderation, logger } = runtime
      const row = await submit(request, voiceCall({ ...callParts(request), check: { moderation, logger } }, input.body))
      return toVoice(row, { keys, locale })
    },
  }),
  endpoint(renameVoiceCall, {
    async handle({ runtime: { db, keys, moderation, logger }, caller, input: { params, body }, locale }) {
      const row = await renameVoice(db, { ...body, userId: caller.accountId, id: params.id, moderation, logger })
      return toVoice(row, { keys, locale })
    },
  }),
  endpoint(deleteVoiceCall, {
    handle: ({ runtime: { db, queue, storage }, caller, input: { params } }) =>
      deleteVoice(db, { queue, storage, userId: caller.accountId, id: params.id }),
  }),
  // Samples of voices are the same for everyone, and players send no token.
  endpoint(getVoiceSampleCall, {
    async handle({ runtime: { providers }, input: { params } }) {
      const sample = await providers.voiceSample(params.provider, params.voice)
      if (!sample) throw new Problem('not_found')
      return new Response(Uint8Array.from(sample.bytes), {
        headers: {
          'content-type': sample.mediaType,
          'content-length': String(sample.bytes.byteLength),
          'cache-control': 'public, max-age=86400',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }),
]
