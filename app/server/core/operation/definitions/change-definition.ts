import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { CreateGeneration } from '#app/contract/runs/generations.ts'
import type { ModelDocument } from '#app/contract/operator/model-definitions.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { modelDefinitions, modelVersions } from '#app/server/db/schema/model-definitions.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { announceSettings, type Connections } from '../connections/open-connections.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import type { GenerationRow } from '../../making/generations/to-generation.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'
import { isValid } from './check-definition.ts'
import { findDefinition, readDefault } from './definitions.ts'

type Change = Act & {
  model: string
  /** The number of changes that the caller has seen. */
  revision: number
}
type Found = NonNullable<Awaited<ReturnType<typeof findDefinition>>>
type Values = Partial<Omit<typeof modelDefinitions.$inferInsert, 'model' | 'revision'>>
type Step = { values: Values | 'delete'; action: OperatorAction; before?: Recorded; after?: Recorded; inForce?: true }

/** Makes one change of a model under its lock, and records it. Throws `definition_changed` if the caller has not seen the latest one. */
async function change(
  db: Database,
  { model, revision, ...act }: Change,
  decide: (tx: Transaction, found: Found | undefined) => Promise<Step>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Serializes changes of the same model, which may have no row yet.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model ${model}`}, 0))`)
    const found = await requireRevision(tx, { model, revision })
    const { values, action, before = {}, after = {}, inForce } = await decide(tx, found)
    if (values === 'delete') await tx.delete(modelDefinitions).where(eq(modelDefinitions.model, model))
    else
      await tx
        .insert(modelDefinitions)
        .values({ ...values, model, revision: revision + 1 })
        .onConflictDoUpdate({ target: modelDefinitions.model, set: { ...values, revision: revision + 1, updatedAt: sql`now()` } })
    await recordAct(tx, { ...act, action, personId: null, before, after: { ...after, subject: model } })
    if (inForce) await announceSettings(tx)
  })
}

/** Saves a draft, which may still contain mistakes. */
export function saveDraft(db: Database, { document, ...given }: Change & { document: ModelDocument }): Promise<void> {
  return change(db, given, async () => ({
    values: { draft: document, draftSavedAt: new Date(), draftSavedBy: given.userId },
    action: 'model_draft_saved',
  }))
}

const noDraft = { draft: null, draftSavedAt: null, draftSavedBy: null }

/** Discards a draft. Throws `not_found` without one. */
export function discardDraft(db: Database, given: Change): Promise<void> {
  return change(db, given, async (tx, found) => {
    if (!found?.definition.draft) throw new Problem('not_found')
    const [published] = await tx
      .select({ id: modelVersions.id })
      .from(modelVersions)
      .where(and(eq(modelVersions.model, given.model), isNotNull(modelVersions.number)))
      .limit(1)
    return { values: published ? noDraft : 'delete', action: 'model_draft_discarded' }
  })
}

type Seen = Pick<Change, 'model' | 'revision'>

/** Throws `definition_changed` if there is a newer change than the caller has seen. */
async function requireRevision(db: Database | Transaction, { model, revision }: Seen): Promise<Found | undefined> {
  const found = await findDefinition(db, model)
  if ((found?.definition.revision ?? 0) !== revision) throw new Problem('definition_changed')
  return found
}

async function requireDraft(db: Database, seen: Seen): Promise<ModelDocument> {
  const draft = (await requireRevision(db, seen))?.definition.draft
  if (!draft) throw new Problem('not_found')
  return draft
}

type Publish = Change & { connections: Connections }

/** Puts the draft into force. Throws `definition_invalid` if it has mistakes, and `not_found` without one. */
export async function publishDraft(db: Database, { connections, ...given }: Publish): Promise<void> {
  // Nothing else is published, because the revision is compared again.
  const draft = await requireDraft(db, given)
  if (!(await isValid(connections, { model: given.model, document: draft }))) throw new Problem('definition_invalid')
  await change(db, given, (tx, found) => putIntoForce(tx, given, { found, document: draft, restores: null }))
  connections.invalidate()
}

/** Puts an earlier version into force again, as a new one. Throws `not_found`, `nothing_to_change` and `definition_invalid`. */
export async function restoreDefinition(db: Database, { connections, number, ...given }: Publish & { number: number }): Promise<void> {
  await requireRevision(db, given)
  const [earlier] = await db
    .select()
    .from(modelVersions)
    .where(and(eq(modelVersions.model, given.model), eq(modelVersions.number, number)))
  if (!earlier) throw new Problem('not_found')
  const { document } = earlier
  if (!(await isValid(connections, { model: given.model, document }))) throw new Problem('definition_invalid')
  await change(db, given, async (tx, found) => {
    if (found?.version?.number === number && !found.definition.removed) throw new Problem('nothing_to_change')
    return putIntoForce(tx, given, { found, document, restores: number })
  })
  connections.invalidate()
}

type Version = { found: Found | undefined; document: ModelDocument; restores: number | null }

async function putIntoForce(tx: Transaction, { model, userId, reason }: Change, { found, document, restores }: Version): Promise<Step> {
  const [latest] = await tx
    .select({ number: modelVersions.number })
    .from(modelVersions)
    .where(and(eq(modelVersions.model, model), isNotNull(modelVersions.number)))
    .orderBy(desc(modelVersions.number))
    .limit(1)
  const number = (latest?.number ?? 0) + 1
  const id = uuidv7()
  await tx.insert(modelVersions).values({ id, model, number, document, restores, actorId: userId, reason })
  return {
    values: { ...(restores === null && noDraft), versionId: id, removed: false },
    action: restores === null ? 'model_published' : 'model_restored',
    before: { version: found?.definition.removed ? null : (found?.version?.number ?? null) },
    after: { version: number, ...(restores !== null && { restores }) },
    inForce: true,
  }
}

/**
 * Uses the default definition again. A model that was added in the browser is removed: it accepts no new runs, and its results keep its
 * name. Throws `nothing_to_change` if no version of the browser is in force.
 */
export async function removeDefinition(db: Database, { connections, ...given }: Publish): Promise<void> {
  await connections.refresh()
  const usual = await readDefault(connections, given.model)
  await change(db, given, async (_tx, found) => {
    if (!found?.version || found.definition.removed) throw new Problem('nothing_to_change')
    return {
      values: usual ? { versionId: null } : { removed: true },
      action: 'model_removed',
      before: { version: found.version.number },
      after: { version: null },
      inForce: true,
    }
  })
  connections.invalidate()
}

export type TestDraftOptions = Change & {
  connections: Connections
  providers: Providers
  queue: Queue
  input: Pick<CreateGeneration, 'prompt'> & Required<Pick<CreateGeneration, 'options' | 'inputs'>>
}

/** Runs the draft once as its author, free of charge. Throws `not_found`, `definition_invalid` and what a run throws. */
export async function testDraft(
  db: Database,
  { connections, providers, queue, model, revision, input, ...act }: TestDraftOptions,
): Promise<GenerationRow> {
  const draft = await requireDraft(db, { model, revision })
  if (!(await isValid(connections, { model, document: draft }))) throw new Problem('definition_invalid')
  const version = await keepDraft(db, { model, draft, act })
  return createGeneration(db, {
    queue,
    providers,
    userId: act.userId ?? '',
    input: { model, ...input },
    trial: version,
    onCreated: (tx, { id }) =>
      recordAct(tx, { ...act, action: 'model_draft_tested', personId: null, generationId: id, after: { subject: model } }),
  })
}

/** Stores the draft for its run, and returns its id. A draft that was tested already is stored once. */
async function keepDraft(db: Database, { model, draft, act }: { model: string; draft: ModelDocument; act: Act }): Promise<string> {
  const [last] = await db
    .select({ id: modelVersions.id, document: modelVersions.document })
    .from(modelVersions)
    .where(and(eq(modelVersions.model, model), isNull(modelVersions.number)))
    .orderBy(desc(modelVersions.id))
    .limit(1)
  if (last && isDeepStrictEqual(last.document, draft)) return last.id
  const id = uuidv7()
  await db.insert(modelVersions).values({ id, model, document: draft, actorId: act.userId, reason: act.reason })
  return id
}
