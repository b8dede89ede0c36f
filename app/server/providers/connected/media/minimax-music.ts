import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { SpeechModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import type { MediaAccess } from './media-fetch.ts'

const answerSchema = v.object({
  base_resp: v.object({ status_code: v.number() }),
  data: v.optional(v.nullable(v.object({ audio: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^(?:[\da-f]{2})*$/i)))) }))),
})

/** Lyrics without words, because the first model requires lyrics even for an instrumental piece. */
const noWords = '[Intro]\n[Inst]\n[Outro]'
const longestDescription = 2_000

type Sung = { instrumental: boolean; words: string }

/** The fields for the lyrics. Newer models write missing lyrics themselves and have a flag for an instrumental piece. */
function sung(model: string, { instrumental, words }: Sung) {
  if (model === 'music-2.0') return { lyrics: instrumental || words === '' ? noWords : words }
  if (instrumental) return { is_instrumental: true }
  return words === '' ? { lyrics_optimizer: true } : { lyrics: words }
}

/** The proper statuses of errors, all of which arrive with the status 200. */
const statuses: Record<number, number> = { 1002: 429, 1004: 401, 1008: 402, 1026: 451, 1027: 451, 1039: 429, 2013: 400, 2049: 401 }

/** Returns the description and the lyrics. Without lyrics of their own, those after an empty line of the prompt count. */
function songOf(text: string, { lyrics }: OptionValues): { description: string; words: string } {
  if (typeof lyrics === 'string' && lyrics.trim()) return { description: text.trim(), words: lyrics.trim() }
  const [description = '', ...verses] = text.trim().split(/\n\s*\n/)
  return { description, words: verses.join('\n\n').trim() }
}

/** Music composed during the call, as hexadecimal digits. */
export function minimaxMusic(access: MediaAccess): SpeechModel {
  return {
    kind: 'speech',
    async speak({ model, text, options, signal }) {
      const { description, words } = songOf(text, options)
      const { base_resp, data } = await callJson(access, {
        path: '/v1/music_generation',
        method: 'POST',
        headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          prompt: description.slice(0, longestDescription),
          ...sung(model, { instrumental: options.instrumental === true, words }),
          output_format: 'hex',
          audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: 'mp3' },
        }),
        signal,
        schema: answerSchema,
      })
      if (base_resp.status_code !== 0) throw classifyFailure(access.service, { status: statuses[base_resp.status_code] ?? 500 })
      if (!data?.audio) throw new ProviderError('temporary', `${access.service}: the service gave no result`)
      return { results: [{ bytes: Buffer.from(data.audio, 'hex') }], usage: { runs: 1 } }
    },
  }
}
