import { eq, sql } from 'drizzle-orm'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Studio } from '#app/contract/operator/overview.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { type DraftRow, draftColumn, toKept } from '../drafts/read-draft.ts'
import { type PurseRow, purseColumn } from '../../money/tokens/read-purse.ts'
import { threadPage, threadsColumn } from '../threads/list-threads.ts'
import type { ThreadRow } from '../threads/to-thread.ts'
import { pageLimit } from '../../page.ts'
import { account, type FirstView, firstView, type Lists, type ReadFirstViewOptions, viewer } from './first-view.ts'

export type ReadStudioOptions = ReadFirstViewOptions & { type: Kind }

type Beside = { draft: DraftRow | null; purse: PurseRow | null }

const kind = sql.placeholder('type')

const listed = eq(generations.type, kind)
const beside = (db: Database | Transaction) => ({ draft: draftColumn(viewer, kind), purse: purseColumn(db) })

const readView = firstView<Beside>('studio', { listed, beside })
const readTextView = firstView<Beside & { threads: ThreadRow[] }>('studio_of_texts', {
  listed,
  beside: (db) => ({ ...beside(db), threads: threadsColumn(db, account) }),
})

/** Reads the person, the works of one kind, the unfinished ones of all kinds, the draft, the purse and for texts the conversations in one statement. */
export async function readStudio(
  db: Database,
  { type, ...options }: ReadStudioOptions,
): Promise<FirstView<Omit<Studio, 'quote'> & { purse: PurseRow | null }>> {
  const reading = { ...options, values: { type }, isListed: (work: Generation) => work.type === type }
  const read: FirstView<{ lists: Lists; beside: Beside & { threads?: ThreadRow[] } }> = await (type === 'text' ? readTextView : readView)(
    db,
    reading,
  )
  const { lists, beside: rest } = read.view
  return {
    person: read.person,
    view: {
      ...lists,
      draft: toKept(rest.draft),
      ...(rest.threads && { threads: threadPage(rest.threads, pageLimit({})) }),
      purse: rest.purse,
    },
  }
}
