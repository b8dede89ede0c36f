import { and, eq, sql } from 'drizzle-orm'
import type { RaisedBudget } from '#app/contract/runs/run-requests.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { webhookOfRun, type WebhookParts } from '../../rules/webhooks/endpoints.ts'
import { openSecret } from '../../seal-secret.ts'
import { createGeneration } from '../generations/create-generation.ts'
import { findRequest, type OwnRequest } from './find-request.ts'
import { announceRequests, isOpen, type RunRequestRow } from './request-state.ts'

export type AllowRequestOptions = OwnRequest & {
  queue: Queue
  providers: Providers
  webhooks: WebhookParts
  /** The price that the person saw. */
  maxPrice: number
  /** New limits of the key. */
  budget?: RaisedBudget
}

/** Headers contain no spaces, so no caller can take the key of a request. */
const keyOf = (id: string) => `run-request ${id}`

/**
 * Starts the run of a request with balance and price checked again, in one transaction with the answer. The request is the idempotency key of
 * its run, so that of presses from several devices, or repeated after a lost answer, one starts it and the others find it.
 */
export async function allowRequest(
  db: Database,
  { queue, providers, webhooks, maxPrice, budget, ...own }: AllowRequestOptions,
): Promise<RunRequestRow> {
  const request = await findRequest(db, own)
  if (request.status === 'allowed') return request
  if (request.status !== 'open') throw new Problem('run_request_ended')
  const { id, userId, apiKeyId, run } = request
  const { program, webhook, ...input } = run
  const addWebhook = webhook && webhookOfRun(webhooks, { ...webhook, secret: openSecret({ key: webhooks.key, owner: id }, webhook.secret) })
  try {
    await createGeneration(db, {
      queue,
      providers,
      userId,
      apiKeyId,
      input,
      program,
      idempotencyKey: keyOf(id),
      allowed: { maxPrice },
      async onCreated(tx, created) {
        if (budget) await raise(tx, { userId, apiKeyId, budget })
        await end(tx, request, { status: 'allowed', generationId: created.id })
        await addWebhook?.(tx, created)
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

type Answer = { status: 'allowed'; generationId: string } | { status: 'refused' }

/** Records the answer; throws if another one, the end of the time or of the key came first. */
async function end(tx: Transaction, { id, userId, run }: RunRequestRow, answer: Answer): Promise<void> {
  // The run has it all, and what is deleted with it must not stay here.
  const emptied = { model: run.model, prompt: '', options: {}, inputs: [] }
  const [answered] = await tx
    .update(runRequests)
    .set({ ...answer, answeredAt: sql`now()`, ...(answer.status === 'allowed' && { run: emptied }) })
    .where(and(eq(runRequests.id, id), isOpen))
    .returning({ id: runRequests.id })
  if (!answered) throw new Problem('run_request_ended')
  await announceRequests(tx, userId)
}

async function reprice(db: Database, { id, userId }: RunRequestRow, price: number): Promise<void> {
  await db.update(runRequests).set({ price }).where(eq(runRequests.id, id))
  await announceRequests(db, userId)
}
