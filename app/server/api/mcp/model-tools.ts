import * as v from 'valibot'
import { kindSchema } from '#app/contract/base/common.ts'
import { getBalanceCall } from '#app/contract/money/tokens.calls.ts'
import { isAllowed } from '../../core/money/tokens/key-limits.ts'
import { quoteGenerationCall } from '#app/contract/runs/generations.calls.ts'
import { listModelsCall } from '#app/contract/runs/models.calls.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { findOwnKey } from '../../core/identity/api-keys/list-api-keys.ts'
import { quoteGeneration } from '../../core/making/generations/quote-generation.ts'
import { listModels } from '../../core/making/models/list-models.ts'
import { withVoicesOf } from '../../core/making/voices/open-own-voices.ts'
import { getBalance } from '../../core/money/tokens/get-balance.ts'
import { refuse } from '../protocols/refuse.ts'
import { runEntries } from './run-arguments.ts'
import { about, argumentsOf, asText, defineTool, type ToolRequest } from './tool.ts'

/** Lists the models of a person, at their prices. */
export async function modelsOf({ runtime, caller, locale }: Pick<ToolRequest<unknown>, 'runtime' | 'caller' | 'locale'>): Promise<Model[]> {
  const { db, providers, offers, ownVoices, keys, modelFigures: figures } = runtime
  const [offer, voices] = await Promise.all([offers.of(caller.accountId), ownVoices.of(caller.accountId)])
  const listed = await listModels(db, { providers, figures, offer, locale, types: undefined })
  const models = withVoicesOf(
    listed.filter((model) => isAllowed(caller.allowed, model)),
    voices,
    keys,
  )
  // Vectors are for programs, and have a call of their own.
  return models.filter(({ task }) => task !== 'embed')
}

const brief = ({ id, name, type, task, description, price, available, unavailable_reason, inputs }: Model) => ({
  id,
  name,
  type,
  task: task ?? null,
  description,
  price,
  takes: inputs.length === 0 ? null : inputs.map(({ role, types }) => `${role}: ${types.join(', ')}`),
  ...(!available && { available, unavailable_reason }),
})

export const listModelsTool = defineTool({
  call: listModelsCall,
  name: 'list_models',
  title: 'List models',
  description:
    'Lists the models that can make images, videos, audio and texts, with their prices in tokens and the files that they take. With `model`, returns that model’s options (a JSON Schema for `options` of generate), the roles of its inputs and examples of prompts. Call it first: ids and options differ between servers.',
  effect: 'reads',
  input: argumentsOf({
    type: about(v.optional(kindSchema), 'Only models of this type.'),
    model: about(v.optional(v.pipe(v.string(), v.maxLength(100, 'model_unknown'))), 'The id of one model, to see all about it.'),
  }),
  async handle(request) {
    const { type, model: id } = request.input
    const models = await modelsOf(request)
    if (id === undefined) {
      const listed = models.filter((model) => (type === undefined || model.type === type) && !model.retired)
      return { content: [asText({ models: listed.map(brief) })] }
    }
    const model = models.find((one) => one.id === id) ?? refuse('model', 'model_unknown')
    const { options, inputs, prompt, measured } = model
    return { content: [asText({ ...brief(model), takes: null, options, inputs, prompt, usual_run_ms: measured?.usual_run_ms ?? null })] }
  },
})

export const quoteTool = defineTool({
  call: quoteGenerationCall,
  name: 'quote',
  title: 'Get a price',
  description:
    'Returns the price of a run in tokens without starting it, the tokens that are available, and advice if the model would miss the point of the prompt. Takes the arguments of generate.',
  effect: 'reads',
  input: argumentsOf(runEntries),
  heavy: () => true,
  async handle({ runtime: { db, providers, offers }, caller: { accountId: userId, apiKeyId }, input, locale }) {
    const quote = await quoteGeneration(db, { providers, userId, apiKeyId, locale, input, offer: await offers.of(userId) })
    const { price, available, missing, over_limit, email_not_verified, advice } = quote
    return {
      content: [
        asText({
          price,
          available,
          missing: missing || null,
          over_limit,
          email_not_verified: email_not_verified || null,
          advice: advice && { ...advice, words: advice.words.length > 0 ? advice.words : null },
        }),
      ],
    }
  },
})

export const getBalanceTool = defineTool({
  call: getBalanceCall,
  name: 'get_balance',
  title: 'Get the balance',
  description:
    'Returns the tokens of the account: available, held by runs that have not ended, and when some of them expire. With an API key that has a budget: also its limits, what it has spent, and what is left.',
  effect: 'reads',
  input: argumentsOf({}),
  async handle({ runtime: { db }, caller }) {
    const { available, held, lots, low } = await getBalance(db, caller.accountId)
    const expiring = lots.flatMap(({ remaining, expires_at }) => (expires_at === null ? [] : [{ tokens: remaining, expires_at }]))
    const key = caller.apiKeyId === null ? null : await findOwnKey(db, caller.apiKeyId)
    const isLimited = key !== null && Object.values(key.budget).some((limit) => limit !== null && typeof limit !== 'boolean')
    const budget = isLimited ? { limits: key.budget, spent: key.spent, left: key.left } : null
    return { content: [asText({ available, held, low, expiring: expiring.length > 0 ? expiring : null, budget })] }
  },
})
