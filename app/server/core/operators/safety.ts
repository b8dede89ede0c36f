import { desc, eq, inArray, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Recorded } from '#app/contract/operator.ts'
import type { SafetyRules, saveSafetyRulesSchema, UnusualSignUp } from '#app/contract/safety.ts'
import type { Database } from '../../db/database.ts'
import { safetyRules } from '../../db/schema/safety.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { readRules, type Rules } from '../safety/rules.ts'
import { unusualAccounts, unusualDays } from '../safety/unusual.ts'
import { type Act, recordAct } from './record-act.ts'

/** Whether the environment closes sign-up, and whether it requires the challenge. */
type Place = { isClosed: boolean; isChallenged: boolean }

export async function getSafetyRules(db: Database, { isClosed, isChallenged }: Place): Promise<SafetyRules> {
  const { signUp, domains, refusesDisposable, challenge, wordsEn, wordsRu } = await readRules(db)
  return {
    sign_up: signUp,
    domains: [...domains],
    refuse_disposable: refusesDisposable,
    challenge,
    challenge_by_environment: isChallenged,
    words: { en: [...wordsEn], ru: [...wordsRu] },
    closed_by_environment: isClosed,
  }
}

type Save = Act & Place & { input: Omit<v.InferOutput<typeof saveSafetyRulesSchema>, 'reason'> }

/** Sets the rules, which apply to the next sign-up and the next run in every process. */
export async function saveSafetyRules(db: Database, { input, isClosed, isChallenged, ...act }: Save): Promise<SafetyRules> {
  const { sign_up: signUp, domains, refuse_disposable: refusesDisposable, challenge, words } = input
  const rules = { signUp, domains, refusesDisposable, challenge, wordsEn: words.en, wordsRu: words.ru }
  await db.transaction(async (tx) => {
    await tx.insert(safetyRules).values({}).onConflictDoNothing()
    const [before] = await tx.select().from(safetyRules).for('update')
    await tx.update(safetyRules).set({ ...rules, updatedAt: sql`now()` })
    await recordAct(tx, {
      ...act,
      action: 'safety_changed',
      personId: null,
      ...(before && { before: recorded(before) }),
      after: recorded(rules),
    })
  })
  return getSafetyRules(db, { isClosed, isChallenged })
}

/** Words are counted only: the log is for people who need not read them. */
const recorded = ({ signUp, domains, refusesDisposable, challenge, wordsEn, wordsRu }: Rules): Recorded => ({
  sign_up: signUp,
  domains: domains.join(', '),
  refuse_disposable: refusesDisposable,
  challenge,
  words_en: wordsEn.length,
  words_ru: wordsRu.length,
})

const mostListed = 50
/** People listed of one address. */
const mostPeople = 5

/** Lists network addresses from which several accounts were created within a week, by the sessions that the new accounts have. */
export async function listUnusualSignUps(db: Database): Promise<UnusualSignUp[]> {
  const accounts = sql<number>`count(distinct ${users.id})`.mapWith(Number)
  const rows = await db
    .select({
      address: sessions.address,
      accounts,
      blocked: sql<number>`count(distinct ${users.id}) filter (where ${users.blockedAt} is not null)`.mapWith(Number),
      barred: sql<number>`count(distinct ${users.id}) filter (where ${users.freeTokensBarred} is not null)`.mapWith(Number),
      newestAt: sql<Date>`max(${users.createdAt})`.mapWith(users.createdAt),
      ids: sql<string[]>`(array_agg(distinct ${users.id}::text order by ${users.id}::text desc))[1:${sql.raw(`${mostPeople}`)}]`,
    })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      sql`${users.createdAt} > now() - make_interval(days => ${unusualDays}) and ${users.erasedAt} is null and ${sessions.address} is not null`,
    )
    .groupBy(sessions.address)
    .having(sql`${accounts} >= ${unusualAccounts}`)
    .orderBy(desc(accounts), sessions.address)
    .limit(mostListed)
  const people = await db
    .select({ id: users.id, email: users.email, createdAt: users.createdAt, blockedAt: users.blockedAt })
    .from(users)
    .where(
      inArray(
        users.id,
        rows.flatMap(({ ids }) => ids),
      ),
    )
    .orderBy(desc(users.id))
  return rows.flatMap(({ address, newestAt, ids, ...row }) =>
    address === null
      ? []
      : [
          {
            ...row,
            address,
            newest_at: newestAt.toISOString(),
            people: people
              .filter(({ id }) => ids.includes(id))
              .map(({ id, email, createdAt, blockedAt }) => ({
                id,
                email,
                created_at: createdAt.toISOString(),
                blocked: blockedAt !== null,
              })),
          },
        ],
  )
}
