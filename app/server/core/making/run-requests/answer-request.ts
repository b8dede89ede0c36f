import { and, eq, sql } from 'drizzle-orm'
import type { RaisedBudget } from '#app/contract/runs/run-requests.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { type RequestedCall, runRequests } from '#app/server/db/schema/run-requests.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { webhookOfRun, type WebhookParts } from '../../rules/webhooks/endpoints.ts'
import { openSecret } from '../../seal-secret.ts'
import type { NameCheck } from '../voices/create-voice.ts'
import { callOf, keyOf } from './calls.ts'
import { findRequest, type OwnRequest } from './find-request.ts'
import { announceRequests, isOpen, type RunRequestRow } from './request-state.ts'

export type AllowRequestOptions = OwnRequest & {
  queue: Queue
  providers: Providers
  webhooks: WebhookParts
  check: NameCheck
  /** The price that the person saw. */
  maxPrice: number
  /** New limits of the key. */
  budget?: RaisedBudget
}

/**
 * Makes the call of a request with balance and price checked again, in one transaction with the answer. The request is the idempotency key of
 * its call, so that of presses from several devices, or repeated after a lost answer, one starts it and the others find it.
 */
export async function allowRequest(
  db: Database,
  { queue, providers, webhooks, check, maxPrice, budget, ...own }: AllowRequestOptions,
): Promise<RunRequestRow> {
  const request = await findRequest(db, own)
  if (request.status === 'allowed') return request
  if (request.status !== 'open') throw new Problem('run_request_ended')
  const { id, userId, apiKeyId, run } = request
  const webhook = run.call === undefined ? run.webhook : undefined
  const addWebhook = webhook && webhookOfRun(webhooks, { ...webhook, secret: openSecret({ key: webhooks.key, owner: id }, webhook.secret) })
  try {
    await callOf({ db, queue, providers, userId, apiKeyId, check, onCreated: addWebhook }, run).start({
      idempotencyKey: keyOf(id),
      allowed: { maxPrice },
      async onStarted(tx, started) {
        if (budget) await raise(tx, { userId, apiKeyId, budget })
        await end(tx, request, { status: 'allowed', ...started })
      },
    })
  } catch (error) {
    const now = await findRequest(db, own)
    if (now.status === 'allowed') return now
    // The key has ended meanwhile, or somebody refused.
    if (now.status !== 'open') throw new Problem('run_request_ended', { cause: error })
    // Other devices show the new price, too.
    if (error instanceof Problem && error.price !== undefined) await reprice(db, now, error.price)
    throw error
  }
  return findRequest(db, own)
}

export async function refuseRequest(db: Database, own: OwnRequest): Promise<RunRequestRow> {
  const request = await findRequest(db, own)
  if (request.status === 'open')
    await db
      .transaction((tx) => end(tx, request, { status: 'refused' }))
      .catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
  const now = await findRequest(db, own)
  if (now.status !== 'refused') throw new Problem('run_request_ended')
  return now
}

type Raising = { userId: string; apiKeyId: string; budget: RaisedBudget }

async function raise(tx: Transaction, { userId, apiKeyId, budget }: Raising): Promise<void> {
  const columns = { runTokens: budget.tokens_per_run, dailyTokens: budget.tokens_per_day, monthlyTokens: budget.tokens_per_month }
  if (Object.values(columns).every((value) => value === undefined)) return
  await tx
    .update(apiKeys)
    .set(columns)
    .where(and(eq(apiKeys.id, apiKeyId), eq(apiKeys.userId, userId)))
}

type Answer = { status: 'allowed'; generationId: string | null } | { status: 'refused' }

/** Records the answer; throws if another one, the end of the time or of the key came first. */
async function end(tx: Transaction, { id, userId, run }: RunRequestRow, answer: Answer): Promise<void> {
  const [answered] = await tx
    .update(runRequests)
    .set({ ...answer, answeredAt: sql`now()`, ...(answer.status === 'allowed' && { run: emptied(run) }) })
    .where(and(eq(runRequests.id, id), isOpen))
    .returning({ id: runRequests.id })
  if (!answered) throw new Problem('run_request_ended')
  await announceRequests(tx, userId)
}

/** Works have their prompts, which must not stay in a request once the works are deleted. */
function emptied({ runs, ...run }: RequestedCall): RequestedCall {
  if (run.call === undefined) return { runs, model: run.model, prompt: '', options: {}, inputs: [] }
  if (run.call === 'retry' || run.call === 'film') return { runs, ...run }
  if (run.call === 'voice') return { runs, ...run, name: '' }
  return { runs, ...run, prompt: '', ...(run.call === 'comparison' && { options: {}, inputs: [] }) }
}

async function reprice(db: Database, { id, userId }: RunRequestRow, price: number): Promise<void> {
  await db.update(runRequests).set({ price }).where(eq(runRequests.id, id))
  await announceRequests(db, userId)
}
