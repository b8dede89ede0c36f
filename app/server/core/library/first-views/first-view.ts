import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '#app/contract/account/accounts.ts'
import type { Generation, GenerationPage } from '#app/contract/runs/generations.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { jsonObject } from '#app/server/db/json-object.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import { shownColumns } from '../../making/generations/related-rows.ts'
import { toGenerations, type ViewOptions } from '../../making/generations/to-generation.ts'
import { newestFirst, pageLimit, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { type PersonRow, toUser } from '../../identity/profile/get-me.ts'
import { livePersonColumn } from '../../identity/sessions/authenticate.ts'

/** The account whose works the statement reads. */
export const account = sql.placeholder('accountId')
/** The person who sees them. */
export const viewer = sql.placeholder('userId')

const limit = pageLimit({})
/** Without parameters, because PostgreSQL estimates an unknown limit so high that it may plan the statement again each time. */
const atMost = sql.raw(`limit ${limit + 1}`)
/** Without parameters, as the partial index has it. */
const isActive = sql`${generations.status} in ('queued', 'running')`
const isUnfinished = ({ status }: Generation) => status === 'queued' || status === 'running'

type First<Beside> = { beside: Beside; person: PersonRow | null }

type FirstViewOptions<Beside> = {
  /** Selects the works of the first list; all by default. */
  listed?: SQL
  /** Columns that do not depend on the works. */
  beside: (db: Database | Transaction) => { [Name in keyof Beside]: SQL<Beside[Name]> }
}

export type ReadFirstViewOptions = ViewOptions & {
  accountId: string
  personId: string
  /** The session that may be live; null if the caller is known already. */
  sessionId: string | null
}

type ReadOptions = ReadFirstViewOptions & {
  /** Values of the other placeholders. */
  values?: Record<string, unknown>
  /** Whether a work is in the first list, as `listed` selects. */
  isListed?: (work: Generation) => boolean
}

export type Lists = { works: GenerationPage; active: GenerationPage }

export type FirstView<View> = {
  /** Null unless the session is live, and then nothing of the view may be sent. */
  person: User | null
  view: View
}

/**
 * Prepares one statement for everything that a page begins with: the newest works and the unfinished ones, which are mostly the same rows, and
 * in the first row what else the page shows, and the person if the session is live. On the embedded database a statement costs as much as it
 * reads.
 */
export function firstView<Beside extends object>(name: string, { listed, beside }: FirstViewOptions<Beside>) {
  const statement = prepared((db) => {
    const own = and(eq(generations.userId, account), isNull(generations.deletedAt))
    const first = (which: SQL | undefined) =>
      sql`(select ${generations.id} from ${generations} where ${and(own, which)} order by ${newestFirst(generations.id)} ${atMost})`
    const isFirst = sql`row_number() over (order by ${generations.id} desc) = 1`
    return db
      .select({
        work: shownColumns,
        first: sql<First<Beside> | null>`case when ${isFirst} then ${jsonObject<First<Beside>>({
          beside: jsonObject(beside(db)),
          person: livePersonColumn(db),
        })} end`,
      })
      .from(users)
      .leftJoin(generations, sql`${generations.id} = any(array(${first(listed)} union all ${first(isActive)}))`)
      .where(eq(users.id, account))
      .orderBy(desc(generations.id))
      .prepare(name)
  })
  return async (
    db: Database,
    { accountId, personId: userId, sessionId, values, isListed = () => true, ...view }: ReadOptions,
  ): Promise<FirstView<{ lists: Lists; beside: Beside }>> => {
    const rows = await statement(db).execute({ ...values, accountId, userId, sessionId })
    const first = rows[0]?.first
    // The account was deleted after the token was issued.
    if (!first) throw new Problem('unauthorized')
    const works = await toGenerations(
      db,
      rows.flatMap(({ work }) => work ?? []),
      view,
    )
    // The newest of each list are there, and sometimes more.
    const page = (list: Generation[]) => toPage(list.slice(0, limit + 1), limit, (work) => work)
    return {
      person: first.person && toUser(first.person),
      view: { lists: { works: page(works.filter(isListed)), active: page(works.filter(isUnfinished)) }, beside: first.beside },
    }
  }
}
