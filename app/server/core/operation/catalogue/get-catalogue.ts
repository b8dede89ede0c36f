import type { OperatorCatalogue } from '#app/contract/operator/catalogue.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import { type Catalogue, shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import { describeFailure } from '#app/server/providers/catalogue/feed-failures.ts'
import type { Connections } from '../connections/open-connections.ts'
import { openEdition, readEdition } from '../connections/read-editions.ts'
import { compareCatalogues } from './compare-catalogues.ts'
import { readFeedRow } from './feed-row.ts'

type Options = { env: Pick<Env, 'MODELS_FEED' | 'MODELS_FEED_APPLY'>; connections: Connections; locale: Locale }

/** Describes the catalogue in force, and what the newest one of the feed would change. */
export async function getCatalogue(db: Database, { env, connections, locale }: Options): Promise<OperatorCatalogue> {
  await connections.refresh()
  const inForce = connections.modelsFile().catalogue
  const row = await readFeedRow(db)
  const { newestId = null, beforeId = null, changedAt = null, readAt = null, failure = null, revision = 0 } = row ?? {}
  const newest = newestId === null || newestId === row?.inForceId ? null : await open(db, newestId)
  const isWaiting = newest !== null && newest.version > shippedCatalogue.version
  const before = changedAt && (beforeId === null ? shippedCatalogue : await open(db, beforeId))
  return {
    enabled: env.MODELS_FEED !== undefined,
    automatic: env.MODELS_FEED_APPLY === 'automatic',
    in_force: edition(inForce),
    before: before && edition(before),
    waiting:
      isWaiting && newestId !== null ? { ...edition(newest), edition: newestId, differences: compareCatalogues(inForce, newest) } : null,
    read_at: readAt?.toISOString() ?? null,
    changed_at: changedAt?.toISOString() ?? null,
    failure: failure && { code: failure.code, message: describeFailure(failure, locale) },
    revision,
  }
}

const edition = ({ edition: id, version, date }: Catalogue) => ({ edition: id, version, date })

async function open(db: Database, id: string): Promise<Catalogue | null> {
  const stored = await readEdition(db, id)
  return stored && openEdition(stored)
}
