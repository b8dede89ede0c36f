import { getVoiceSampleCall } from '#app/contract/calls/voices.ts'
import { Problem } from '../../core/problem.ts'
import { endpoint } from '../endpoint.ts'

/** Samples of voices are the same for everyone, and players send no token. */
export const voiceEndpoints = [
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
