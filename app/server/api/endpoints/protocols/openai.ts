import { completeChatCall, getOpenaiModelCall, listOpenaiModelsCall } from '#app/contract/protocols/openai.calls.ts'
import { isAllowed } from '#app/server/core/money/tokens/key-limits.ts'
import { mayUse } from '#app/server/core/rules/groups/offer.ts'
import { pausedModels } from '#app/server/core/making/models/model-health.ts'
import { Problem } from '#app/server/core/problem.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { chatProtocol } from '../../protocols/chat.ts'
import { supportedParameters } from '../../protocols/chat-asked.ts'
import { embeddingsEndpoint } from './openai-embeddings.ts'
import { unixTime } from '../../protocols/result-files.ts'
import { answerText } from '../../protocols/text-endpoint.ts'
import { openaiFileEndpoints } from './openai-files.ts'
import { imageEndpoints } from './openai-images.ts'
import { moderationEndpoint } from './openai-moderations.ts'
import { speechEndpoint } from './openai-speech.ts'
import { transcriptionEndpoints } from './openai-transcription.ts'
import { videoEndpoints } from './openai-videos.ts'
import { responseEndpoints } from './responses.ts'

/** OpenAI's protocol, below `/openai`, with the same models, runs and prices. */

export const openaiEndpoints: Endpoint[] = [
  endpoint(listOpenaiModelsCall, {
    async handle({ runtime: { db, providers, offers }, caller }) {
      const [models, paused, offer] = await Promise.all([providers.models(), pausedModels(db), offers.of(caller.accountId)])
      const usable = models.filter((model) => model.unavailable === null && mayUse(offer, model.id) && isAllowed(caller.allowed, model))
      return { object: 'list' as const, data: usable.map((model) => toListed(model, paused)) }
    },
  }),
  endpoint(getOpenaiModelCall, {
    async handle({ runtime: { db, providers, offers }, caller, input: { params } }) {
      const model = await providers.find(params.model)
      if (!model || !mayUse(await offers.of(caller.accountId), model.id) || !isAllowed(caller.allowed, model))
        throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
      return toListed(model, await pausedModels(db))
    },
  }),
  endpoint(completeChatCall, { handle: (request) => answerText(request, chatProtocol) }),
  ...responseEndpoints,
  embeddingsEndpoint,
  ...imageEndpoints,
  speechEndpoint,
  ...transcriptionEndpoints,
  ...videoEndpoints,
  ...openaiFileEndpoints,
  moderationEndpoint,
]

/** A day for clients that sort models; services do not state when a model was made. */
const created = unixTime(new Date('2026-01-01T00:00:00Z'))

const toListed = (model: ProviderModel, paused: ReadonlyMap<string, number>) => ({
  id: model.id,
  object: 'model' as const,
  created,
  owned_by: model.provider,
  kind: model.task === 'embed' ? ('embedding' as const) : model.type,
  context_length: model.contextTokens ?? null,
  pricing: model.price,
  supported_parameters: supportedParameters(model),
  available: model.unavailable === null && (model.fallback !== undefined || !paused.has(model.id)),
})
