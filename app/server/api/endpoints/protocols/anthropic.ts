import {
  countMessageTokensCall,
  createMessageCall,
  getAnthropicModelCall,
  listAnthropicModelsCall,
} from '#app/contract/protocols/messages.calls.ts'
import type { Locale } from '#config'
import { Problem } from '#app/server/core/problem.ts'
import { isAllowed } from '#app/server/core/money/tokens/key-limits.ts'
import { mayUse } from '#app/server/core/rules/groups/offer.ts'
import { translate } from '#app/server/i18n.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { findModel } from '../../openai/openai-runs.ts'
import { estimateTurns } from '../../protocols/chat-answer.ts'
import { readMessageTurns } from '../../protocols/message-turns.ts'
import { messagesProtocol } from '../../protocols/messages.ts'
import { answerText } from '../../protocols/text-endpoint.ts'

/** Anthropic's protocol, below `/anthropic`, with the same text models, runs and prices. */

/** The protocol is for texts only. */
const isOffered = ({ type, task }: ProviderModel): boolean => type === 'text' && !task

export const anthropicEndpoints: Endpoint[] = [
  endpoint(createMessageCall, { handle: (request) => answerText(request, messagesProtocol) }),
  endpoint(countMessageTokensCall, {
    async handle({ runtime, caller, input: { body } }) {
      const model = await findModel(runtime, body.model, 'text')
      if (!mayUse(await runtime.offers.of(caller.accountId), model.id)) throw new Problem('model_not_allowed')
      const turns = readMessageTurns(body, model)
      const { tools, output_config: output, output_format: format } = body
      return { input_tokens: estimateTurns(turns, [tools, output?.format ?? format]) }
    },
  }),
  endpoint(listAnthropicModelsCall, {
    async handle({ runtime: { providers, offers }, caller, locale, input: { query } }) {
      const [models, offer] = await Promise.all([providers.models(), offers.of(caller.accountId)])
      const usable = models.filter(
        (model) => isOffered(model) && model.unavailable === null && mayUse(offer, model.id) && isAllowed(caller.allowed, model),
      )
      const page = pageOf(usable, query)
      return {
        ...page,
        data: page.data.map((model) => toListed(model, locale)),
        first_id: page.data[0]?.id ?? null,
        last_id: page.data.at(-1)?.id ?? null,
      }
    },
  }),
  endpoint(getAnthropicModelCall, {
    async handle({ runtime: { providers, offers }, caller, locale, input: { params } }) {
      const model = await providers.find(params.model)
      if (!model || !isOffered(model) || !mayUse(await offers.of(caller.accountId), model.id) || !isAllowed(caller.allowed, model))
        throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
      return toListed(model, locale)
    },
  }),
]

type PageQuery = { limit: number; after_id?: string | undefined; before_id?: string | undefined }

/** The page after or before a model, in the order of the list. */
function pageOf(models: readonly ProviderModel[], { limit, after_id: after, before_id: before }: PageQuery) {
  const placeOf = (param: string, id: string) => {
    const place = models.findIndex((model) => model.id === id)
    if (place < 0) throw new Problem('invalid_input', { fields: { [param]: 'model_unknown' } })
    return place
  }
  if (before !== undefined && after === undefined) {
    const end = placeOf('before_id', before)
    const start = Math.max(0, end - limit)
    return { data: models.slice(start, end), has_more: start > 0 }
  }
  const start = after === undefined ? 0 : placeOf('after_id', after) + 1
  return { data: models.slice(start, start + limit), has_more: start + limit < models.length }
}

/** A day for clients that sort models; services do not state when a model was made. */
const createdAt = '2026-01-01T00:00:00Z'

const toListed = (model: ProviderModel, locale: Locale) => ({
  type: 'model' as const,
  id: model.id,
  display_name: translate(locale, model.name),
  created_at: createdAt,
  lifecycle: 'active' as const,
  max_input_tokens: model.contextTokens ?? null,
  max_tokens: model.maxOutputTokens ?? null,
})
