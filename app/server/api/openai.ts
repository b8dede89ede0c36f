import { transcribeCall, translateCall } from '#app/contract/protocols/openai-audio.calls.ts'
import { completeChatCall, createResponseCall } from '#app/contract/protocols/openai.calls.ts'
import { createFileCall } from '#app/contract/protocols/openai-files.calls.ts'
import { createVideoCall } from '#app/contract/protocols/openai-videos.calls.ts'
import { editImagesCall } from '#app/contract/protocols/openai-images.calls.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { openaiErrorSchema } from '#app/contract/protocols/openai.ts'
import { config } from '#config'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import type { Endpoint } from './endpoint.ts'
import { openaiEndpoints } from './endpoints/protocols/openai.ts'
import { describeApi } from './openapi.ts'
import { answerProblem, answerRunFailed, RunFailed } from './openai/openai-errors.ts'
import { serveProtocol } from './protocol-server.ts'

export const openaiBasePath = '/openai'

/** Bytes; clients send the whole conversation with every message, its files in Base64. */
export const maxChatBytes = 32 * 1024 * 1024
export const maxBodyBytes = 4 * 1024 * 1024
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

/** Serves OpenAI's protocol. */
export const createOpenai = (runtime: Runtime) =>
  serveProtocol(runtime, {
    basePath: openaiBasePath,
    endpoints: openaiEndpoints,
    document: () => documentOf(openaiEndpoints),
    bodies: {
      paths: {
        [completeChatCall.path]: maxChatBytes,
        [createResponseCall.path]: maxChatBytes,
        [editImagesCall.path]: maxChatBytes,
        [createVideoCall.path]: maxChatBytes,
        [transcribeCall.path]: maxRecordingBytes,
        [translateCall.path]: maxRecordingBytes,
        // Up to the limit of a file's kind.
        [createFileCall.path]: 'streamed',
      },
      others: maxBodyBytes,
    },
    refused: {
      '/v1/completions': { param: 'prompt', code: 'legacy_completions' },
      '/v1/images/variations': { param: 'image', code: 'no_variations' },
    },
    describe: (failure, locale, errorId) =>
      failure instanceof RunFailed ? answerRunFailed(failure, locale) : answerProblem(failure, locale, errorId),
  })
