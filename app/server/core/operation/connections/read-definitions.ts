import { and, eq } from 'drizzle-orm'
import type { ModelDocument } from '#app/contract/operator/model-definitions.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { modelDefinitions, modelVersions } from '#app/server/db/schema/model-definitions.ts'
import type { Definition } from '#app/server/providers/models-file/with-definitions.ts'

/** Reads the definitions in force, in a fixed order. */
export function readDefinitions(db: Database | Transaction): Promise<Definition[]> {
  const { model, removed } = modelDefinitions
  return db
    .select({ model, version: modelVersions.id, document: modelVersions.document, removed })
    .from(modelDefinitions)
    .innerJoin(modelVersions, eq(modelVersions.id, modelDefinitions.versionId))
    .orderBy(model)
}

/** Reads a version of a model, or the draft that was tested under this id. */
export async function readVersion(db: Database, { model, version }: { model: string; version: string }): Promise<Definition | undefined> {
  const [row] = await db
    .select({ document: modelVersions.document, number: modelVersions.number })
    .from(modelVersions)
    .where(and(eq(modelVersions.id, version), eq(modelVersions.model, model)))
  return row && { model, version, document: row.document, ...(row.number === null && { trial: true }) }
}

/** Returns the name that a document gives a model. */
export function nameIn({ name }: ModelDocument, locale: Locale): string | null {
  if (typeof name === 'string') return name
  const own: unknown = typeof name === 'object' && name !== null && locale in name ? Reflect.get(name, locale) : null
  return typeof own === 'string' ? own : null
}

/** Lists the models that were defined in the browser or have a draft. */
export async function listDefinitions(
  db: Database,
  locale: Locale,
): Promise<{ id: string; name: string; hasDraft: boolean; removed: boolean }[]> {
  const { model, draft, removed } = modelDefinitions
  const rows = await db
    .select({ model, draft, removed, document: modelVersions.document })
    .from(modelDefinitions)
    .leftJoin(modelVersions, eq(modelVersions.id, modelDefinitions.versionId))
    .orderBy(model)
  return rows.map((row) => ({
    id: row.model,
    name: nameIn(row.document ?? row.draft ?? {}, locale) ?? row.model,
    hasDraft: row.draft !== null,
    removed: row.removed,
  }))
}
