import { Hono } from 'hono'
import { transcribeCall, translateCall } from '#app/contract/runs/openai-audio.calls.ts'
import { completeChatCall, createResponseCall } from '#app/contract/runs/openai.calls.ts'
import { createFileCall } from '#app/contract/runs/openai-files.calls.ts'
import { createVideoCall } from '#app/contract/runs/openai-videos.calls.ts'
import { editImagesCall } from '#app/contract/runs/openai-images.calls.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { openaiErrorSchema } from '#app/contract/runs/openai.ts'
import { config } from '#config'
import { storageProblemOf } from '../core/making/files/storage-problem.ts'
import { Problem } from '../core/problem.ts'
import { isUnreachable } from '../db/is-unreachable.ts'
import type { Runtime } from '../runtime.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiBindings } from './request.ts'
import { openaiEndpoints } from './endpoints/openai.ts'
import { everyAnswer } from './every-answer.ts'
import { describeApi } from './openapi.ts'
import { answerProblem, answerRunFailed, RunFailed } from './openai-errors.ts'
import { limitBody, localeOf, unavailableSeconds } from './request.ts'
import { watchCalls } from './watch-calls.ts'

export const openaiBasePath = '/openai'

/** Bytes; clients send the whole conversation with every message, its files in Base64. */
const maxChatBytes = 32 * 1024 * 1024
const maxBodyBytes = 4 * 1024 * 1024
/** Bytes; a recording of the protocol's 25 MB, and the form around it. */
const maxRecordingBytes = 26 * 1024 * 1024

/** Made for the first reader and kept, like that of our own API. */
const documentOf = oncePer((all: readonly Endpoint[]) =>
  describeApi(
    all.map(({ call }) => call),
    {
      title: `${config.name}, OpenAI-compatible`,
      description: 'For OpenAI-compatible clients. Base URL: this server’s address with `/openai/v1`; key: an API key from the settings.',
      basePath: openaiBasePath,
      errorSchema: openaiErrorSchema,
      statusOf: (code) => answerProblem(new Problem(code), config.locale.default).status,
    },
  ),
)

/** Serves the endpoints of OpenAI's protocol, with its paths, responses and errors. */
export function createOpenai(runtime: Runtime) {
  const openai = new Hono<ApiBindings>().basePath(openaiBasePath)

  const [chat, recording, others] = [limitBody(maxChatBytes), limitBody(maxRecordingBytes), limitBody(maxBodyBytes)]
  openai.use(everyAnswer(runtime))
  openai.use(watchCalls)
  const limits = new Map<string, typeof others>([
    [completeChatCall.path, chat],
    [createResponseCall.path, chat],
    [editImagesCall.path, chat],
    [createVideoCall.path, chat],
    [transcribeCall.path, recording],
    [translateCall.path, recording],
  ])
  openai.use((context, next) => {
    const path = context.req.path.slice(openaiBasePath.length)
    // Files are streamed, up to the limit of their kind.
    return path === createFileCall.path ? next() : (limits.get(path) ?? others)(context, next)
  })
  openai.use(async (context, next) => {
    await next()
    context.res.headers.set('x-content-type-options', 'nosniff')
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'private, no-store')
  })
  openai.get('/v1/openapi.json', (context) => context.json(documentOf(openaiEndpoints)))
  openai.post('/v1/completions', () => {
    throw new Problem('invalid_input', { fields: { prompt: 'legacy_completions' } })
  })
  for (const { call, answer } of openaiEndpoints) {
    // The name of a model may contain slashes.
    const path = call.path.replace('{model}', ':model{.+}').replaceAll(/\{(\w+)\}/g, ':$1')
    openai.on(call.method, path, (context) => answer(runtime, context))
  }
  openai.notFound((context) => toResponse(answerProblem(new Problem('not_found'), localeOf(context))))
  openai.onError((error, context) => {
    const locale = localeOf(context)
    const { requestId } = context.var
    if (error instanceof Problem) return toResponse(answerProblem(error, locale))
    if (error instanceof RunFailed) return toResponse(answerRunFailed(error, locale))
    const problem = storageProblemOf(error)
    if (problem) {
      if (!runtime.disk.report(error))
        runtime.logger.warn({ err: error, requestId, path: context.req.path }, 'a file could not be read or stored')
      return toResponse(answerProblem(problem, locale))
    }
    if (isUnreachable(error)) {
      runtime.logger.warn({ err: error, requestId }, 'the database cannot be reached')
      return toResponse(answerProblem(new Problem('unavailable', { retryAfter: unavailableSeconds }), locale))
    }
    // The client has disconnected.
    if (context.req.raw.signal.aborted) return context.body(null, 400)
    runtime.logger.error({ err: error, requestId, method: context.req.method, path: context.req.path }, 'API call failed')
    return toResponse(answerProblem(new Problem('internal'), locale, requestId))
  })
  return openai
}

const toResponse = ({ status, body, headers }: ReturnType<typeof answerProblem>) => Response.json(body, { status, headers })
