import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OperationModel, OperationState, RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { classifyFailure } from '../classify-error.ts'
import { callJson } from './call-json.ts'
import { readFrames } from './film-frames.ts'
import { durationOf, frameOf, ratioOf } from './frame-size.ts'
import type { MediaAccess } from './media-fetch.ts'
import { final, forgotten, gaveNothing, operationIdSchema } from './operations.ts'
import { fitPicture, toBase64 } from './read-pictures.ts'

const startedSchema = v.object({ data: v.object({ id: operationIdSchema }) })
const tasksSchema = v.object({
  data: v.array(
    v.object({
      id: operationIdSchema,
      external_id: v.optional(v.nullable(v.string())),
      status: v.string(),
      message: v.optional(v.nullable(v.string())),
      outputs: v.optional(v.nullable(v.array(v.object({ type: v.string(), url: v.optional(v.nullable(v.string())) })))),
    }),
  ),
})
type Task = v.InferOutput<typeof tasksSchema>['data'][number]

/** Matches the messages for work that moderation ended, for which there is no code. */
const refusedPattern = /\brisk\b|sensitive|polic(?:y|ies)|prohibited|violat/i

/** Whether the model accepts the settings `multi_shot` and `audio`; only the larger one does. */
const settable = (model: string) => model === 'kling-3.0'

/** Films of Kling, started and polled in separate calls. Lost work is found by the run's id. The API has no cancel. */
export function klingVideo(access: MediaAccess): OperationModel {
  const headers = { authorization: `Bearer ${access.apiKey}` }

  async function ask(query: Record<string, string>, signal: AbortSignal): Promise<Task[]> {
    const path = `/tasks?${new URLSearchParams(query)}`
    return (await callJson(access, { path, headers, signal, schema: tasksSchema })).data
  }

  return {
    kind: 'operation',
    async start({ model, prompt, inputs, options, signal, idempotencyKey }) {
      const { verb, body } = await workOf(inputs, { model, prompt, options })
      const { data } = await callJson(access, {
        path: `/${verb}/${model}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ ...body, options: { external_task_id: idempotencyKey, watermark_info: { enabled: false } } }),
        signal,
        schema: startedSchema,
      })
      return { id: data.id }
    },
    async adopt({ signal, idempotencyKey }) {
      const found = (await ask({ external_task_ids: idempotencyKey }, signal)).find((task) => task.external_id === idempotencyKey)
      return found ? { id: found.id } : null
    },
    async poll({ id }, { signal }) {
      const task = (await ask({ task_ids: id }, signal)).find((one) => one.id === id)
      if (!task) throw forgotten(access.service)
      return toState(access, task)
    },
  }
}

async function workOf(inputs: readonly RunInput[], { model, prompt, options }: { model: string; prompt: string; options: OptionValues }) {
  const size = frameOf(options)?.resolution ?? '1280x720'
  const [width = 0, height = 0] = size.split('x').map(Number)
  const { first, last } = await readFrames(inputs, { read: (frame) => fitPicture(frame, { width, height }), lastAlone: true })
  const settings = {
    resolution: options.resolution,
    ...durationOf(options),
    ...(settable(model) && { multi_shot: options.shots === true, audio: options.sound === false ? 'off' : 'native' }),
  }
  if (!first && !last) {
    const { aspectRatio } = ratioOf(options) ?? {}
    return { verb: 'text-to-video', body: { prompt, settings: { ...settings, ...(aspectRatio && { aspect_ratio: aspectRatio }) } } }
  }
  // A film has the shape of its frames.
  const contents = [
    { type: 'prompt', text: prompt },
    ...(first ? [{ type: 'first_frame', url: toBase64(first) }] : []),
    ...(last ? [{ type: 'last_frame', url: toBase64(last) }] : []),
  ]
  return { verb: 'image-to-video', body: { contents, settings } }
}

function toState({ service }: MediaAccess, { status, message, outputs }: Task): OperationState {
  if (status === 'submitted' || status === 'processing') return { state: 'running', progress: null }
  if (status !== 'succeeded') {
    if (refusedPattern.test(message ?? '')) throw new ProviderError('refused', `${service}: the service refused the content`)
    throw final(classifyFailure(service, { body: { status } }))
  }
  const url = outputs?.find(({ type }) => type === 'video')?.url
  if (!url) throw gaveNothing(service)
  return { state: 'done', results: [{ url }], usage: { runs: 1 } }
}
