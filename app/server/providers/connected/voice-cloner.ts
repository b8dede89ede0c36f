import * as v from 'valibot'
import { fetchWithin } from '../../egress/fetch-within.ts'
import type { ServiceId } from '../../env.ts'
import { type ClonedVoice, ProviderError, type VoiceCloner, VoicesFullError } from '../provider.ts'
import { readText } from '../read-text.ts'
import { classifyError, classifyFailure } from './classify-error.ts'
import type { KeyRing, ServiceKey } from './key-ring.ts'
import { homes } from './homes.ts'
import { bearer, homeOf } from './voices.ts'

/** Milliseconds of one request. Shorter than a lease in `core/making/voices`, so that an answer never comes after it. */
const longestMs = 150_000
const longestAnswerBytes = 4 * 1024 * 1024
/** Voices of an account that are searched by name. */
const mostListed = 5_000

type Account = { service: ServiceId; home: string; headers: Record<string, string> }
type Calls = {
  seconds: VoiceCloner['seconds']
  create(account: Account, call: Parameters<VoiceCloner['create']>[0]): Promise<string>
  find(account: Account, name: string, signal: AbortSignal): Promise<string[]>
  remove(account: Account, id: string, signal: AbortSignal): Promise<void>
}

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/))

const calls: Partial<Record<ServiceId, Calls & { home: string; headersOf(key: string): Record<string, string> }>> = {
  /** Instant voice clones: one or two minutes are best, and more than three make a voice worse. */
  elevenlabs: {
    home: homes.elevenlabs,
    headersOf: (key) => ({ 'xi-api-key': key }),
    seconds: { least: 30, most: 120 },
    async create(account, { name, recording, signal }) {
      const { mediaType, bytes } = await sampleOf(recording, 120)
      const form = new FormData()
      form.append('name', name)
      form.append('files', new Blob([Uint8Array.from(bytes)], { type: mediaType }), fileName(mediaType))
      const schema = v.object({ voice_id: idSchema, requires_verification: v.optional(v.nullable(v.boolean())) })
      const made = v.parse(schema, await ask(account, '/v1/voices/add', { method: 'POST', body: form, signal }))
      if (!made.requires_verification) return made.voice_id
      // Only the owner of the account could confirm the voice, by reading a text aloud.
      await remove(account, `/v1/voices/${made.voice_id}`, signal)
      throw new ProviderError('refused', `${account.service}: the voice must be verified`, { nothingStarted: true })
    },
    async find(account, name, signal) {
      const query = new URLSearchParams({ search: name, page_size: '100' })
      const schema = v.object({ voices: v.array(v.object({ voice_id: idSchema, name: v.nullable(v.string()) })) })
      const { voices } = v.parse(schema, await ask(account, `/v2/voices?${query}`, { signal }))
      return voices.flatMap((voice) => (voice.name === name ? voice.voice_id : []))
    },
    remove: (account, id, signal) => remove(account, `/v1/voices/${id}`, signal),
  },
  /** A few seconds are enough. */
  mistral: {
    home: homes.mistral,
    headersOf: bearer,
    seconds: { least: 10, most: 30 },
    async create(account, { name, recording, signal }) {
      const { mediaType, bytes } = await sampleOf(recording, 30)
      const body = { name, sample_audio: Buffer.from(bytes).toString('base64'), sample_filename: fileName(mediaType) }
      const headers = { 'content-type': 'application/json' }
      const answer = await ask(account, '/audio/voices', { method: 'POST', headers, body: JSON.stringify(body), signal })
      return v.parse(v.object({ id: idSchema }), answer).id
    },
    async find(account, name, signal) {
      const schema = v.object({ items: v.array(v.object({ id: idSchema, name: v.string() })) })
      const found: string[] = []
      for (let offset = 0; offset < mostListed;) {
        const { items } = v.parse(schema, await ask(account, `/audio/voices?type=custom&limit=100&offset=${offset}`, { signal }))
        if (items.length === 0) break
        offset += items.length
        found.push(...items.flatMap((voice) => (voice.name === name ? voice.id : [])))
      }
      return found
    },
    remove: (account, id, signal) => remove(account, `/audio/voices/${id}`, signal),
  },
}

export type OpenVoiceClonerOptions = { service: ServiceId; ring: KeyRing; baseUrl: string | undefined }

/** Opens the cloning of voices; undefined for services that cannot, or whose clones do not last. */
export function openVoiceCloner({ service, ring, baseUrl }: OpenVoiceClonerOptions): VoiceCloner | undefined {
  const own = calls[service]
  if (!own) return undefined
  const accountOf = ({ key }: ServiceKey): Account => ({ service, home: homeOf(baseUrl ?? own.home), headers: own.headersOf(key) })
  return {
    seconds: own.seconds,
    create: (call) =>
      ring.call(async (key) => ({ id: await classified(service, call.signal, own.create(accountOf(key), call)), key: key.ref })),
    async find(name, signal) {
      const found: ClonedVoice[] = []
      for (const key of ring.all) {
        const ids = await classified(service, signal, own.find(accountOf(key), name, signal))
        found.push(...ids.map((id) => ({ id, key: key.ref })))
      }
      return found
    },
    remove: ({ id, key }, signal) =>
      ring.callWith(key, (account) => classified(service, signal, own.remove(accountOf(account), id, signal))),
  }
}

/** Rejects with a `ProviderError`, whatever was wrong with an answer. */
async function classified<T>(service: ServiceId, signal: AbortSignal, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof v.ValiError || error instanceof SyntaxError)
      throw new ProviderError('temporary', `${service}: the answer was not understood`)
    throw classifyError(service, error)
  }
}

async function sampleOf(recording: Parameters<VoiceCloner['create']>[0]['recording'], seconds: number) {
  const { readSample } = await import('./media/read-voice.ts')
  return readSample(recording, seconds)
}

const fileName = (mediaType: string) =>
  `sample.${/^audio\/(?:x-)?(wav|mpeg|mp4|ogg|flac|webm)$/.exec(mediaType)?.[1]?.replace('mpeg', 'mp3') ?? 'wav'}`

async function ask(
  { service, home, headers }: Account,
  path: string,
  { headers: more, signal, ...init }: RequestInit & { signal: AbortSignal; headers?: Record<string, string> },
): Promise<unknown> {
  const response = await fetchWithin([home])(`${home}${path}`, {
    ...init,
    headers: { ...headers, ...more },
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  })
  const body = await readText(response, longestAnswerBytes)
  if (response.ok) return JSON.parse(body)
  const isQuery = init.method === undefined
  // ElevenLabs answers 400 for a voice that does not exist.
  if (/"voice_not_found"/.test(body))
    throw new ProviderError('internal', `${service}: the voice is gone`, { status: 404, nothingStarted: true })
  if (isFull(body)) throw new VoicesFullError('internal', `${service}: there is no room for another voice`, { nothingStarted: true })
  throw classifyFailure(service, { status: response.status, headers: response.headers, body, isQuery })
}

async function remove(account: Account, path: string, signal: AbortSignal): Promise<void> {
  try {
    await ask(account, path, { method: 'DELETE', signal })
  } catch (error) {
    if (error instanceof ProviderError && (error.status === 404 || error.status === 410)) return
    throw error
  }
}

/** ElevenLabs names the limit of the plan in `detail.status`. */
const isFull = (body: string) => /"(?:voice_limit_reached|max_voices?_reached|voice_add_edit_limit_reached)"/.test(body)
