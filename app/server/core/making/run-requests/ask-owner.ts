import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import type { AskedRequest } from '#app/contract/runs/asked.ts'
import { type RunRequest, runRequestHours } from '#app/contract/runs/run-requests.ts'
import { maxOpenRunRequests } from '#app/contract/runs/run-requests-event.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { runRequests } from '#app/server/db/schema/run-requests.ts'
import { isLivingKey } from '../../living-key.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { Problem } from '../../problem.ts'
import { noteReplay } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { planPush } from '../../rules/push/plan-push.ts'
import { planEvent } from '../../rules/webhooks/plan-webhooks.ts'
import { sealSecret } from '../../seal-secret.ts'
import type { AskableCall } from './calls.ts'
import { announceRequests, modelOf, type RunRequestRow } from './request-state.ts'

/** Refusals that the owner can lift by allowing a run once. A model or a kind that a key may not run is no matter of tokens. */
const periods: Partial<Record<ApiErrorCode, RunRequest['exceeded']['period']>> = {
  over_key_run_limit: 'run',
  over_key_daily_limit: 'day',
  over_key_monthly_limit: 'month',
}

/** Characters of a call that a request stores. Longer ones are refused without a request, or one key could fill the disk. */
const longestRun = 256 * 1024

export type Asking = {
  userId: string
  apiKeyId: string | null
  idempotencyKey?: string | undefined
  siteUrl: string
  /** Encrypts the secret of the webhook. */
  webhookKey: Uint8Array
}

/**
 * Makes a call. If the budget of the API key does not suffice, its owner is asked, and the refusal names the request (decisions 203 and
 * 232). The refused transaction has left nothing, so the request is written by one of its own.
 */
export async function startOrAsk<Row>(db: Database, asking: Asking, call: AskableCall<Row>): Promise<Row> {
  const { apiKeyId, idempotencyKey } = asking
  const allowed = apiKeyId && idempotencyKey !== undefined && (await findAllowed(db, { apiKeyId, idempotencyKey }, call))
  if (allowed) return allowed
  try {
    return await call.start({ idempotencyKey })
  } catch (error) {
    const period = error instanceof Problem ? periods[error.code] : undefined
    if (!apiKeyId || !period || !(error instanceof Problem) || !error.budget) throw error
    const { code, budget, retryAfter } = error
    const exceeded = { period, limit: budget.limit, left: budget.left, price: budget.price }
    const row = await ask(db, { ...asking, apiKeyId }, { call, exceeded })
    if (!row) throw error
    const runRequest = describeAsked(row, asking.siteUrl)
    throw new Problem(code, { budget, runRequest, ...(retryAfter !== undefined && { retryAfter }), cause: error })
  }
}

export const pageOfRequest = (siteUrl: string, id: string): string => `${siteUrl}/approvals/${id}`

const describeAsked = ({ id, status, expiresAt }: RunRequestRow, siteUrl: string): AskedRequest => ({
  id,
  status: status === 'refused' ? 'refused' : 'open',
  url: `${siteUrl}${config.api.basePath}/v1/run-requests/${id}`,
  page: pageOfRequest(siteUrl, id),
  expires_at: expiresAt.toISOString(),
})

/** A call that differs in what it makes or reports is another request. */
const hashOfCall = ({ stored, webhook }: AskableCall<unknown>): string => hashOf({ ...stored, webhook: webhook?.url })

type Repeated = { apiKeyId: string; idempotencyKey: string }

/** Returns what the owner has allowed for this call, which the program repeats with its idempotency key. */
async function findAllowed<Row>(db: Database, { apiKeyId, idempotencyKey }: Repeated, call: AskableCall<Row>): Promise<Row | undefined> {
  const [request] = await db
    .select()
    .from(runRequests)
    .where(and(eq(runRequests.apiKeyId, apiKeyId), eq(runRequests.idempotencyKey, idempotencyKey), eq(runRequests.status, 'allowed')))
    .limit(1)
  if (!request) return undefined
  if (request.hash !== hashOfCall(call)) throw new Problem('idempotency_conflict')
  const found = await call.find(request)
  if (found) noteReplay()
  return found
}

type Exceeding = { call: AskableCall<unknown>; exceeded: RunRequest['exceeded'] }

/** Stores the request; the same call again finds it. Undefined if this call makes none. */
async function ask(
  db: Database,
  { userId, apiKeyId, idempotencyKey, siteUrl, webhookKey }: Asking & { apiKeyId: string },
  { call, exceeded }: Exceeding,
): Promise<RunRequestRow | undefined> {
  const { stored, webhook } = call
  if (JSON.stringify(stored).length > longestRun) return undefined
  const described = await call.describe()
  if (!described) return undefined
  const { type, runs, prompt, price = exceeded.price } = described
  const hash = hashOfCall(call)
  const id = uuidv7()
  const run = {
    ...stored,
    runs,
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
        type,
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
        call: stored.call ?? 'generation',
        type,
        model: modelOf(run),
        price,
        exceeded,
        api_key: { id: apiKeyId, name },
        page: pageOfRequest(siteUrl, id),
        expires_at: row.expiresAt.toISOString(),
      },
    })
    await planPush(tx, {
      userId,
      subject: id,
      content: {
        kind: 'approval_asked',
        path: `/approvals/${id}`,
        words: prompt,
        values: { key: name, price },
      },
    })
    await announceRequests(tx, userId)
    return row
  })
}
