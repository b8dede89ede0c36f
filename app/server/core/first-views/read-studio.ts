import { eq, sql } from 'drizzle-orm'
import type { Studio } from '#app/contract/overview.ts'
import type { Kind } from '#app/contract/values.ts'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import { type DraftRow, draftColumn, toKept } from '../drafts/read-draft.ts'
import type { ViewOptions } from '../generations/to-generation.ts'
import { type PurseRow, purseColumn } from '../tokens/read-purse.ts'
import { firstView, viewer } from './first-view.ts'

export type ReadStudioOptions = ViewOptions & { userId: string; type: Kind }

type Beside = { draft: DraftRow | null; purse: PurseRow | null }

const kind = sql.placeholder('type')

const view = firstView<Beside>('studio', {
  listed: eq(generations.type, kind),
  beside: (db) => ({ draft: draftColumn(viewer, kind), purse: purseColumn(db) }),
})

/** Reads the works of one kind, the unfinished ones of all kinds, the draft and the purse in one statement instead of four. */
export async function readStudio(
  db: Database,
  { type, ...options }: ReadStudioOptions,
): Promise<Omit<Studio, 'quote'> & { purse: PurseRow | null }> {
  const { lists, beside } = await view(db, { ...options, values: { type }, isListed: (work) => work.type === type })
  return { ...lists, draft: toKept(beside.draft), purse: beside.purse }
}
