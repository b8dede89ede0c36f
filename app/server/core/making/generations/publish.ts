import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import { generationStatuses } from '#app/contract/runs/generations.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { tracing } from '#app/server/tracing.ts'

/** Notifies every process that a generation has changed. A notification carries ids only; the row is authoritative. */
export const generationChannel = 'quartet_generation'

const noticeSchema = v.object({
  user_id: v.string(),
  generation_id: v.string(),
  status: v.picklist(generationStatuses),
  traceparent: v.optional(v.string()),
})
export type GenerationNotice = { userId: string; generationId: string; status: GenerationStatus; traceparent?: string | undefined }

/** Previews of running works. They travel in the notification itself, because they are not stored. */
export const previewChannel = 'quartet_preview'

const previewSchema = v.object({ user_id: v.string(), generation_id: v.string(), preview: v.string() })
export type PreviewNotice = { userId: string; generationId: string; preview: string }

export function readPreview(payload: string): PreviewNotice {
  const { user_id, generation_id, preview } = v.parse(previewSchema, JSON.parse(payload))
  return { userId: user_id, generationId: generation_id, preview }
}

/** Places of running works in the queue of the server that does them. They travel in the notification, like previews. */
export const placeChannel = 'quartet_place'

const placeSchema = v.object({ user_id: v.string(), generation_id: v.string(), ahead: v.nullable(v.number()) })
export type PlaceNotice = { userId: string; generationId: string; ahead: number | null }

export function readPlace(payload: string): PlaceNotice {
  const { user_id, generation_id, ahead } = v.parse(placeSchema, JSON.parse(payload))
  return { userId: user_id, generationId: generation_id, ahead }
}

/** Announces a change; within a transaction, after the commit or never. */
export async function publishGeneration(db: Database | Transaction, { userId, generationId, status }: GenerationNotice): Promise<void> {
  await db.execute(sql`select pg_notify(${generationChannel}, ${payloadOf({ userId, generationId, status })})`)
}

function payloadOf({ userId, generationId, status }: GenerationNotice): string {
  // A worker of the same process may start the run at this notification, ahead of its job.
  const traceparent = status === 'queued' ? tracing.traceparent() : undefined
  return JSON.stringify({ user_id: userId, generation_id: generationId, status, traceparent })
}

/** Announces a change by a column of the statement that makes it. */
export function publishing(status: GenerationStatus) {
  const { id, userId } = generations
  return sql<null>`pg_notify(${generationChannel}, json_build_object('user_id', ${userId}, 'generation_id', ${id}, 'status', ${status}::text)::text)`
}

/** Announces changes of many rows. */
export async function publishGenerations(db: Database | Transaction, notices: readonly GenerationNotice[]): Promise<void> {
  if (notices.length === 0) return
  const payloads = notices.map(payloadOf)
  await db.execute(sql`select pg_notify(${generationChannel}, payload) from json_array_elements_text(${JSON.stringify(payloads)}) payload`)
}

export function readNotice(payload: string): GenerationNotice {
  const { user_id, generation_id, status, traceparent } = v.parse(noticeSchema, JSON.parse(payload))
  return { userId: user_id, generationId: generation_id, status, traceparent }
}
