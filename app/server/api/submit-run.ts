import type { RunWebhook } from '#app/contract/account/webhook-address.ts'
import type { CreateGenerationOptions } from '../core/making/generations/create-generation.ts'
import type { GenerationRow } from '../core/making/generations/to-generation.ts'
import { createOrAsk } from '../core/making/run-requests/ask-owner.ts'
import { siteUrl } from '../site-url.ts'
import type { ApiRequest } from './endpoint.ts'
import type { PersonOrKey } from './identify.ts'

type Submitted = Pick<CreateGenerationOptions, 'input' | 'program' | 'onCreated'> & { webhook?: RunWebhook | undefined }

/** Queues the run of a call; if the budget of its API key does not suffice, the refusal names a request to the owner. */
export function submitRun(
  { runtime, caller, idempotencyKey }: Pick<ApiRequest<PersonOrKey, unknown>, 'runtime' | 'caller' | 'idempotencyKey'>,
  run: Submitted,
): Promise<GenerationRow> {
  const { db, queue, providers, keys, env } = runtime
  const { accountId: userId, apiKeyId } = caller
  return createOrAsk(db, { queue, providers, userId, apiKeyId, idempotencyKey, siteUrl: siteUrl(env), webhookKey: keys.webhooks, ...run })
}
