import { countMessageTokensCall, createMessageCall } from '#app/contract/protocols/messages.calls.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import { anthropicErrorSchema } from '#app/contract/protocols/messages.ts'
import { config } from '#config'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { describeFailure } from './protocols/anthropic-errors.ts'
import type { Endpoint } from './endpoint.ts'
import { anthropicEndpoints } from './endpoints/protocols/anthropic.ts'
import { maxBodyBytes, maxChatBytes } from './openai.ts'
import { describeApi } from './openapi.ts'
import { serveProtocol } from './protocol-server.ts'
import { anthropicBasePath } from './requests/request.ts'

/** Made for the first reader and kept, like that of our own API. */
const documentOf = oncePer((all: readonly Endpoint[]) =>
  describeApi(
    all.map(({ call }) => call),
    {
      title: `${config.name}, Anthropic-compatible`,
      description:
        'For clients of Anthropic’s protocol. Base URL: this server’s address with `/anthropic`; key: an API key from the settings.',
      basePath: anthropicBasePath,
      errorSchema: anthropicErrorSchema,
      statusOf: (code) => describeFailure(new Problem(code), config.locale.default).status,
    },
  ),
)

const noBatches = { param: 'requests', code: 'no_batches' } as const

/** Serves Anthropic's protocol. */
export const createAnthropic = (runtime: Runtime) =>
  serveProtocol(runtime, {
    basePath: anthropicBasePath,
    endpoints: anthropicEndpoints,
    document: () => documentOf(anthropicEndpoints),
    bodies: { paths: { [createMessageCall.path]: maxChatBytes, [countMessageTokensCall.path]: maxChatBytes }, others: maxBodyBytes },
    refused: { '/v1/messages/batches': noBatches, '/v1/messages/batches/*': noBatches },
    describe: describeFailure,
  })
