import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import type { ModelDefinition, ModelDocument, ModelVersion } from '#app/contract/operator/model-definitions.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { modelDefinitions, modelVersions } from '#app/server/db/schema/model-definitions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { toDocument } from '#app/server/providers/models-file/to-document.ts'
import type { Connections } from '../connections/open-connections.ts'
import { nameIn } from '../connections/read-definitions.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'

/** A model without the changes of the browser. */
export type Default = { source: 'service' | 'file'; scope: ModelDefinition['scope']; document: ModelDocument; name: string | null }

/** Returns a model as its service, the built-in engine or `MODELS_FILE` defines it; undefined if none of them has it. */
export async function readDefault({ connected, builtIn, defaults }: Connections, id: string): Promise<Default | undefined> {
  const entry = defaults.settings.models[id]
  const source = entry ? 'file' : 'service'
  if (entry?.provider !== undefined) return { source, scope: 'everything', document: { ...entry }, name: null }
  for (const provider of connected()) {
    const model = await provider.definitionOf?.(id)
    if (model) return { source, scope: 'everything', document: { ...toDocument(provider.id, model), ...entry }, name: null }
  }
  const fixed = [...builtIn, ...connected().filter(({ definitionOf }) => !definitionOf)]
  for (const provider of fixed) {
    const model = (await provider.models()).find((one) => one.id === id && !one.retired)
    if (model) return { source, scope: 'basics', document: { ...entry }, name: model.name.message }
  }
  return undefined
}

export async function findDefinition(db: Database | Transaction, model: string) {
  const [row] = await db
    .select({ definition: modelDefinitions, version: modelVersions, savedBy: users.email })
    .from(modelDefinitions)
    .leftJoin(modelVersions, eq(modelVersions.id, modelDefinitions.versionId))
    .leftJoin(users, eq(users.id, modelDefinitions.draftSavedBy))
    .where(eq(modelDefinitions.model, model))
  return row
}

/** Returns the definition of a model. Throws `not_found` if nothing defines it and it has no draft. */
export async function getDefinition(
  db: Database,
  { connections, model, locale }: { connections: Connections; model: string; locale: Locale },
): Promise<ModelDefinition> {
  await connections.refresh()
  const usual = await readDefault(connections, model)
  const row = await findDefinition(db, model)
  if (!usual && !row) throw new Problem('not_found')
  const { definition, version, savedBy } = row ?? { definition: null, version: null, savedBy: null }
  const { draft = null, draftSavedAt: savedAt = null, removed = false, revision = 0 } = definition ?? {}
  const document = version?.document ?? usual?.document ?? draft ?? {}
  return {
    model,
    revision,
    name: nameIn(document, locale) ?? usual?.name ?? null,
    source: version && !removed ? 'browser' : (usual?.source ?? 'none'),
    scope: usual?.scope ?? 'everything',
    document,
    default_document: usual?.document ?? null,
    draft: draft && savedAt && { document: draft, saved_at: savedAt.toISOString(), saved_by: savedBy },
    version: removed ? null : (version?.number ?? null),
    removed,
    own_price: (await connections.settings()).models.get(model)?.price ?? null,
  }
}

/** Lists the published versions of a model, newest first. */
export async function listModelVersions(db: Database, { model, ...query }: PageQuery & { model: string }): Promise<Page<ModelVersion>> {
  const limit = pageLimit(query)
  const before = readCursor(query.cursor)
  const rows = await db
    .select({ version: modelVersions, id: modelVersions.id, actor: { id: users.id, email: users.email } })
    .from(modelVersions)
    .leftJoin(users, eq(users.id, modelVersions.actorId))
    .where(
      and(eq(modelVersions.model, model), isNotNull(modelVersions.number), before === undefined ? undefined : lt(modelVersions.id, before)),
    )
    .orderBy(desc(modelVersions.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ version: { id, number, document, restores, reason, createdAt }, actor }) => ({
    id,
    number: number ?? 0,
    document,
    restores,
    reason,
    actor,
    created_at: createdAt.toISOString(),
  }))
}
