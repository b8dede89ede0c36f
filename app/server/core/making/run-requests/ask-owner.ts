import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import type { RunWebhook } from '#app/contract/account/webhook-address.ts'
import type { AskedRequest } from '#app/contract/runs/asked.ts'
import { type RunRequest, runRequestHours } from '#app/contract/runs/run-requests.ts'
import { maxOpenRunRequests } from '#app/contract/runs/run-requests-event.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { type RequestedRun, runRequests } from '#app/server/db/schema/run-requests.ts'
import { isLivingKey } from '../../living-key.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { noteReplay } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { planPush } from '../../rules/push/plan-push.ts'
import { planEvent } from '../../rules/webhooks/plan-webhooks.ts'
import { sealSecret } from '../../seal-secret.ts'
import { createGeneration, type CreateGenerationOptions } from '../generations/create-generation.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { announceRequests, type RunRequestRow } from './request-state.ts'

/** Refusals that the owner can lift by allowing a run once. A model or a kind that a key may not run is no matter of tokens. */
const periods: Partial<Record<ApiErrorCode, RunRequest['exceeded']['period']>> = {
  over_key_run_limit: 'run',
  over_key_daily_limit: 'day',
  over_key_monthly_limit: 'month',
}

/** Characters of a call that a request stores. Longer ones are refused without a request, or one key could fill the disk. */
const longestRun = 256 * 1024

export type CreateOrAskOptions = Omit<CreateGenerationOptions, 'allowed'> & {
  siteUrl: string
  /** Encrypts the secret of the webhook. */
  webhookKey: Uint8Array
  webhook?: RunWebhook | undefined
}

/**
 * Queues a run like `createGeneration`. If the budget of the API key does not suffice, its owner is asked, and the refusal names the request
 * (decision 232). The refused transaction has left nothing, so the request is written by one of its own.
 */
export async function createOrAsk(db: Database, options: CreateOrAskOptions): Promise<GenerationRow> {
  const { apiKeyId, idempotencyKey } = options
  const allowed = apiKeyId && idempotencyKey !== undefined && (await findAllowed(db, { ...options, apiKeyId, idempotencyKey }))
  if (allowed) return allowed
  try {
    return await createGeneration(db, options)
  } catch (error) {
    const period = error instanceof Problem ? periods[error.code] : undefined
    if (!apiKeyId || !period || !(error instanceof Problem) || !error.budget) throw error
    const { code, budget, retryAfter } = error
    const exceeded = { period, limit: budget.limit, left: budget.left }
    const row = await ask(db, { ...options, apiKeyId, price: budget.price, exceeded })
    if (!row) throw error
    const runRequest = describeAsked(row, options.siteUrl)
    throw new Problem(code, { budget, runRequest, ...(retryAfter !== undefined && { retryAfter }), cause: error })
  }
}

export const pageOfRequest = (siteUrl: string, id: string): string => `${siteUrl}/approvals/${id}`

const describeAsked = ({ id, expiresAt }: RunRequestRow, siteUrl: string): AskedRequest => ({
  id,
  url: `${siteUrl}${config.api.basePath}/v1/run-requests/${id}`,
  page: pageOfRequest(siteUrl, id),
  expires_at: expiresAt.toISOString(),
})

type Asking = CreateOrAskOptions & { apiKeyId: string }
type Exceeding = { price: number; exceeded: RunRequest['exceeded'] }

function requestedOf({ input, program }: CreateOrAskOptions): RequestedRun {
  const { model, prompt, options, inputs, parent_id, thread_id } = input
  return {
    model,
    prompt,
    options,
    inputs,
    parent_id,
    thread_id,
    ...(program && { program: { turns: program.turns, asked: program.asked } }),
  }
}

const hashOfCall = (options: CreateOrAskOptions): string => hashOf({ ...requestedOf(options), webhook: options.webhook?.url })

/** Returns the run that the owner has allowed for this call, which the program repeats with its idempotency key. */
async function findAllowed(db: Database, options: Asking & { idempotencyKey: string }): Promise<GenerationRow | undefined> {
  const [found] = await db
    .select({ run: generations, hash: runRequests.hash })
    .from(runRequests)
    .innerJoin(generations, eq(generations.id, runRequests.generationId))
    .where(and(eq(runRequests.apiKeyId, options.apiKeyId), eq(runRequests.idempotencyKey, options.idempotencyKey)))
    .limit(1)
  if (!found) return undefined
  if (found.hash !== hashOfCall(options)) throw new Problem('idempotency_conflict')
  noteReplay()
  return found.run
}

/** Stores the request; the same call again finds it. Undefined if this call makes none. */
async function ask(db: Database, options: Asking & Exceeding): Promise<RunRequestRow | undefined> {
  const { userId, apiKeyId, providers, program, price, exceeded, idempotencyKey, webhook, webhookKey } = options
  const model = await providers.find(options.input.model)
  // Vectors are for the program alone that asked, and of a run that is not to be stored nothing may be.
  if (!model || model.task === 'embed' || program?.asked.noted?.store === false) return undefined
  const requested = requestedOf(options)
  if (JSON.stringify(requested).length > longestRun) return undefined
  const hash = hashOfCall(options)
  const id = uuidv7()
  const run = {
    ...requested,
    ...(webhook && { webhook: { ...webhook, secret: sealSecret({ key: webhookKey, owner: id }, webhook.secret) } }),
  }

  return db.transaction(async (tx) => {
    // The lock makes each of several concurrent calls see the requests of the others.
    await lockAccount(tx, userId)
    const [key] = await tx
      .select({ name: apiKeys.name, asks: apiKeys.asks })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, apiKeyId), isLivingKey))
      // A key that is being deleted would otherwise fail the transaction by the foreign key.
      .for('key share')
    if (!key?.asks) return undefined
    const own = eq(runRequests.apiKeyId, apiKeyId)
    const [known] = await tx
      .select()
      .from(runRequests)
      // After a refusal the same call does not ask again.
      .where(and(own, eq(runRequests.hash, hash), inArray(runRequests.status, ['open', 'refused']), gt(runRequests.expiresAt, sql`now()`)))
      .orderBy(desc(runRequests.id))
      .limit(1)
    if (known) return known
    // One that nobody answered makes room for the same call.
    await tx
      .update(runRequests)
      .set({ status: 'expired' })
      .where(and(own, eq(runRequests.hash, hash), eq(runRequests.status, 'open')))
    const [open] = await tx
      .select({ requests: count() })
      .from(runRequests)
      .where(and(own, eq(runRequests.status, 'open'), gt(runRequests.expiresAt, sql`now()`)))
    if (open && open.requests >= maxOpenRunRequests) return undefined
    const [row] = await tx
      .insert(runRequests)
      .values({
        id,
        userId,
        apiKeyId,
        type: model.type,
        run,
        hash,
        idempotencyKey: idempotencyKey ?? null,
        price,
        exceeded,
        expiresAt: sql`now() + make_interval(hours => ${runRequestHours})`,
      })
      .returning()
    if (!row) throw new Error('a request was not inserted')
    const { name } = key
    await planEvent(tx, userId, {
      event: 'approval.asked',
      subjectId: id,
      data: {
        id,
        type: model.type,
        model: model.id,
        price,
        exceeded,
        api_key: { id: apiKeyId, name },
        page: pageOfRequest(options.siteUrl, id),
        expires_at: row.expiresAt.toISOString(),
      },
    })
    await planPush(tx, {
      userId,
      subject: id,
      content: {
        kind: 'approval_asked',
        path: `/approvals/${id}`,
        words: requested.prompt,
        values: { key: name, price },
      },
    })
    await announceRequests(tx, userId)
    return row
  })
}
