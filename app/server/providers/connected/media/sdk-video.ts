import { experimental_getVideoStatus as getVideoStatus, experimental_startVideo as startVideo } from 'ai'
import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, RawResult, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyError, classifyFailure } from '../classify-error.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, gaveNothing } from './operations.ts'
import { readFilm } from './read-film.ts'
import { readFrames } from './film-frames.ts'
import { readPicture } from './read-pictures.ts'

type SdkModel = Exclude<Parameters<typeof getVideoStatus>[0], string>
type Start = Parameters<typeof startVideo>[0]
type Settings = Pick<Start, 'resolution' | 'aspectRatio' | 'duration' | 'seed' | 'generateAudio' | 'providerOptions'>

export type SdkVideoOptions = {
  access: MediaAccess
  model(name: string): SdkModel
  settings(options: OptionValues, model: string): Settings
  /** The options that send a given film, as a data URI, if the model takes one. */
  film?(film: string): NonNullable<Settings['providerOptions']>
}

/** Placeholder for the origin of operations, because no address of a service is stored. */
const place = '{place}'
const operationSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))

/** Adapts any video model of the AI SDK whose work can be polled. */
export function sdkVideo({ access, model, settings, film }: SdkVideoOptions): OperationModel {
  const { service, operationsOrigin, baseUrl, apiKey } = access
  const { origin } = new URL(baseUrl)

  /** The package puts the key into the URL; it becomes a header, which is not forwarded to other hosts. */
  function toResult(address: string): RawResult {
    const url = URL.parse(address)
    if (!url || service !== 'google' || url.origin !== origin) return { url: address }
    url.searchParams.delete('key')
    return { url: url.href, headers: { 'x-goog-api-key': apiKey } }
  }

  return {
    kind: 'operation',
    async start({ model: name, prompt, inputs, options, signal, idempotencyKey }) {
      try {
        const source = inputs.find(({ role }) => role === 'source')
        const { operation } = await startVideo({
          model: model(name),
          prompt,
          ...(await readGiven(inputs)),
          ...settings(options, name),
          ...(film && source && { providerOptions: film(await readFilm(source)) }),
          headers: { 'idempotency-key': idempotencyKey },
          maxRetries: 0,
          abortSignal: signal,
        })
        return { id: JSON.stringify(operation).replaceAll(operationsOrigin, place).replaceAll(origin, place) }
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(service, error)
      }
    },
    async poll({ id }, { model: name, signal }) {
      try {
        const operation = v.parse(operationSchema, JSON.parse(id.replaceAll(place, operationsOrigin)))
        const status = await getVideoStatus(model(name), { operation, abortSignal: signal, maxRetries: 0 })
        if (status.status === 'pending') return { state: 'running', progress: null }
        if (status.status === 'error') throw final(classifyFailure(service, { body: { message: status.error } }))
        const results = status.videos.map((video): RawResult => {
          if (video.type === 'url') return toResult(video.url)
          if (!('data' in video)) throw new ProviderError('temporary', `${service}: the work went to another place`, { final: true })
          return { bytes: typeof video.data === 'string' ? Buffer.from(video.data, 'base64') : video.data }
        })
        return { state: 'done', results, usage: { runs: 1 } }
      } catch (error) {
        signal.throwIfAborted()
        throw toVerdict(error)
      }
    },
  }

  /** Classifies an error that the package throws for an understood response. It ends the work, and polling does not restart it. */
  function toVerdict(error: unknown): ProviderError {
    const named = v.safeParse(v.object({ name: v.pipe(v.string(), v.endsWith('_VIDEO_GENERATION_ERROR')) }), error)
    return named.success ? gaveNothing(service) : classifyError(service, error)
  }
}

/** Reads the frames and the references of a film. */
async function readGiven(inputs: readonly RunInput[]): Promise<Pick<Start, 'frameImages' | 'inputReferences'>> {
  const { first, last } = await readFrames(inputs, { read: (frame) => readPicture(frame) })
  const references = await Promise.all(inputs.filter(({ role }) => role === 'reference').map((one) => readPicture(one)))
  const frames = [
    ...(first ? [{ image: first, frameType: 'first_frame' as const }] : []),
    ...(last ? [{ image: last, frameType: 'last_frame' as const }] : []),
  ]
  return { ...(frames.length > 0 && { frameImages: frames }), ...(references.length > 0 && { inputReferences: references }) }
}
