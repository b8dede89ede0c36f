import type { RunWebhook } from '#app/contract/account/webhook-address.ts'
import type { CreateGenerationOptions } from '../../core/making/generations/create-generation.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { startOrAsk } from '../../core/making/run-requests/ask-owner.ts'
import { type AskableCall, type CallParts, runCall } from '../../core/making/run-requests/calls.ts'
import { siteUrl } from '../../site-url.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from './identify.ts'

type Submitting = Pick<ApiRequest<PersonOrKey, unknown>, 'runtime' | 'caller' | 'idempotencyKey'>
type Submitted = Pick<CreateGenerationOptions, 'input' | 'program' | 'recipe' | 'hash' | 'onCreated'> & { webhook?: RunWebhook | undefined }

/** The parts of a call that spends tokens. */
export const callParts = ({ runtime: { db, queue, providers, starts }, caller }: Pick<Submitting, 'runtime' | 'caller'>): CallParts => ({
  db,
  queue,
  providers,
  starts,
  userId: caller.accountId,
  apiKeyId: caller.apiKeyId,
})

/** Makes a call; if the budget of its API key does not suffice, the refusal names a request to the owner. */
export function submit<Row>({ runtime: { db, keys, env }, caller, idempotencyKey }: Submitting, call: AskableCall<Row>): Promise<Row> {
  const { accountId: userId, apiKeyId } = caller
  return startOrAsk(db, { userId, apiKeyId, idempotencyKey, siteUrl: siteUrl(env), webhookKey: keys.webhooks }, call)
}

/** Queues the run of a call. */
export const submitRun = (request: Submitting, run: Submitted): Promise<GenerationRow> => submit(request, runCall(callParts(request), run))
