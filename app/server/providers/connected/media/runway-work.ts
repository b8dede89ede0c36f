import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, OperationState, RunInput } from '../../kinds.ts'
import { noteAnswer } from '../../call-report.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { readFrames } from './film-frames.ts'
import { durationOf, seedOf } from './frame-size.ts'
import { isSeedance, isVeo } from './media-sends.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, operationIdSchema } from './operations.ts'
import { readFilm } from './read-film.ts'
import { fitPicture, readEdited, toDataUri } from './read-pictures.ts'
import { runwayFilms, runwayLargeFilms, runwaySeedances, runwayStills } from './service-sizes.ts'

/** The version of the API, required with every request. */
export const runwayVersion = '2024-11-06'

const startedSchema = v.object({ id: operationIdSchema })
const taskSchema = v.object({
  status: v.string(),
  progress: v.optional(v.nullable(v.number())),
  output: v.optional(v.nullable(v.array(v.string()))),
  failure: v.optional(v.nullable(v.string())),
  failureCode: v.optional(v.nullable(v.string())),
})

const usualRatio = '1280:720'

/** Longest side of a picture, because a data URI may have five megabytes, which a larger one with transparency would exceed. */
const longestReference = 1_024

/** Pictures and films of Runway, started and polled in separate calls. */
export function runwayWork(access: MediaAccess, { makes }: { makes: 'image' | 'video' | 'change' }): OperationModel {
  const headers = { authorization: `Bearer ${access.apiKey}`, 'x-runway-version': runwayVersion }
  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { path, body } = await bodiesOf[makes](inputs, options, model)
      const { id } = await callJson(access, {
        path,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ model, promptText: prompt, ...(!isVeo(model) && seedOf(options)), ...body }),
        signal,
        schema: startedSchema,
      })
      return { id }
    },
    async poll({ id }, { signal }) {
      return toState(access, await callJson(access, { path: `/tasks/${id}`, headers, signal, schema: taskSchema }))
    },
    async cancel({ id }) {
      const signal = AbortSignal.timeout(10_000)
      const path = `/tasks/${id}`
      // A finished task would be deleted too, although it is billed.
      const { status } = await callJson(access, { path, headers, signal, schema: taskSchema })
      if (!waiting.has(status)) return false
      await access.fetch(`${access.baseUrl}${path}`, { method: 'DELETE', headers, signal })
      return true
    },
  }
}

async function stillOf(inputs: readonly RunInput[], { aspect = '16:9', resolution = '720p' }: OptionValues) {
  const { pictures } = await readEdited(inputs, { mask: 'white', longestSide: longestReference })
  const ratio = runwayStills[String(resolution)]?.[String(aspect)] ?? usualRatio
  const referenceImages = pictures.map((picture) => ({ uri: toDataUri(picture) }))
  return { path: '/text_to_image', body: { ratio, ...(referenceImages.length > 0 && { referenceImages }) } }
}

function ratioOf(model: string, { aspect = '16:9', resolution = '720p' }: OptionValues): string {
  const usual = resolution === '1080p' ? runwayLargeFilms : runwayFilms
  const films = isSeedance(model) ? runwaySeedances[String(resolution)] : usual
  return films?.[String(aspect)] ?? usualRatio
}

async function filmOf(inputs: readonly RunInput[], options: OptionValues, model: string) {
  const { sound, negative } = options
  const ratio = ratioOf(model, options)
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  const { first, last } = await readFrames(inputs, { read: (frame) => fitPicture(frame, { width, height }) })
  const promptImage = [
    ...(first ? [{ position: 'first', uri: toDataUri(first) }] : []),
    ...(last ? [{ position: 'last', uri: toDataUri(last) }] : []),
  ]
  return {
    path: first ? '/image_to_video' : '/text_to_video',
    body: {
      ratio,
      ...durationOf(options),
      ...(typeof sound === 'boolean' && { audio: sound }),
      ...(typeof negative === 'string' && negative !== '' && { negativePrompt: negative }),
      ...(first && { promptImage }),
    },
  }
}

async function changeOf(inputs: readonly RunInput[]) {
  const [film] = inputs
  if (!film) throw new ProviderError('invalid_input', 'a film to change is missing')
  return { path: '/video_to_video', body: { videoUri: await readFilm(film) } }
}

const bodiesOf = { image: stillOf, video: filmOf, change: changeOf }

const waiting: ReadonlySet<string> = new Set(['PENDING', 'THROTTLED', 'RUNNING'])

function toState(
  { service }: MediaAccess,
  { status, progress, output, failure, failureCode }: v.InferOutput<typeof taskSchema>,
): OperationState {
  if (waiting.has(status)) return { state: 'running', progress: typeof progress === 'number' ? Math.min(Math.max(progress, 0), 1) : null }
  const [url] = output ?? []
  if (status === 'SUCCEEDED' && url !== undefined) return { state: 'done', results: [{ url }], usage: { runs: 1, images: 1 } }
  noteAnswer({ failure, failureCode })
  if (failureCode?.startsWith('SAFETY.OUTPUT')) throw new ProviderError('result_refused', `${service}: the service refused the result`)
  if (failureCode?.startsWith('ASSET.')) throw new ProviderError('invalid_input', `${service}: the service could not use an input`)
  throw final(classifyFailure(service, { body: { code: failureCode ?? 'internal' } }))
}
