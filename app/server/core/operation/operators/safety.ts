import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { SafetyRules, saveSafetyRulesSchema, UnusualSignUp } from '#app/contract/operator/safety.ts'
import type { Database } from '#app/server/db/database.ts'
import { safetyRules } from '#app/server/db/schema/safety.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isOneOf } from '../../is-one-of.ts'
import { isoTime } from '#app/server/db/iso-time.ts'
import { readRules, type Rules, usualRules } from '../../rules/safety/rules.ts'
import { unusualAccounts, unusualDays } from '../../rules/safety/unusual.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

/** Whether the environment closes sign-up, and whether it requires the challenge and the moderation service. */
type Place = { isClosed: boolean; isChallenged: boolean; isModerated: boolean }

export async function getSafetyRules(db: Database, { isClosed, isChallenged, isModerated }: Place): Promise<SafetyRules> {
  const rules = await readRules(db)
  const { signUp, domains, refusesDisposable, challenge, wordsEn, wordsRu } = rules
  return {
    sign_up: signUp,
    domains: [...domains],
    refuse_disposable: refusesDisposable,
    challenge,
    challenge_by_environment: isChallenged,
    words: { en: [...wordsEn], ru: [...wordsRu] },
    check_answers: rules.checksAnswers,
    moderation: rules.moderation,
    moderation_by_environment: isModerated,
    temporary_domains: { added: [...rules.temporaryAdded], excepted: [...rules.temporaryExcepted] },
    closed_by_environment: isClosed,
  }
}

type Save = Act &
  Place & {
    input: Omit<v.InferOutput<typeof saveSafetyRulesSchema>, 'reason'>
    /** Throws unless the moderation service can be used. */
    tryModeration: () => Promise<void>
  }

/** Sets the rules, which apply to the next sign-up and the next run in every process. Moderation is tried before it is turned on. */
export async function saveSafetyRules(
  db: Database,
  { input, tryModeration, isClosed, isChallenged, isModerated, ...act }: Save,
): Promise<SafetyRules> {
  const current = await readRules(db)
  if (input.moderation === 'openai' && current.moderation === 'off') await tryModeration()
  await db.transaction(async (tx) => {
    await tx.insert(safetyRules).values({}).onConflictDoNothing()
    const [before] = await tx.select().from(safetyRules).for('no key update')
    const rules = rulesOf(input, before ?? usualRules)
    await tx.update(safetyRules).set({ ...rules, updatedAt: sql`now()` })
    await recordAct(tx, {
      ...act,
      action: 'safety_changed',
      personId: null,
      ...(before && { before: recorded(before) }),
      after: recorded(rules),
    })
  })
  return getSafetyRules(db, { isClosed, isChallenged, isModerated })
}

/** Words are counted only: the log is for people who need not read them. */
const recorded = ({ signUp, domains, refusesDisposable, challenge, wordsEn, wordsRu, ...rules }: Rules): Recorded => ({
  sign_up: signUp,
  domains: domains.join(', '),
  refuse_disposable: refusesDisposable,
  challenge,
  words_en: wordsEn.length,
  words_ru: wordsRu.length,
  check_answers: rules.checksAnswers,
  moderation: rules.moderation,
  temporary_domains: rules.temporaryAdded.join(', '),
  lasting_domains: rules.temporaryExcepted.join(', '),
})

/** Returns the rules after a change; a field that is left out stays as it was. */
function rulesOf(input: Save['input'], before: Rules) {
  const { sign_up: signUp, domains, refuse_disposable: refusesDisposable, challenge, words } = input
  return {
    signUp,
    domains,
    refusesDisposable,
    challenge,
    wordsEn: words.en,
    wordsRu: words.ru,
    checksAnswers: input.check_answers ?? before.checksAnswers,
    moderation: input.moderation ?? before.moderation,
    temporaryAdded: [...(input.temporary_domains?.added ?? before.temporaryAdded)],
    temporaryExcepted: [...(input.temporary_domains?.excepted ?? before.temporaryExcepted)],
  }
}

const newcomers = sql`select ${users.id} from ${users} where ${users.createdAt} > now() - make_interval(days => ${unusualDays}) and ${users.erasedAt} is null`

/** Accounts of the last days whose network address created several, without blocked ones, and the first of them, as an expression in JSON. */
export const unusualSignUps = sql`(
  select json_build_object('count', coalesce(sum(accounts), 0)::int, 'since', ${isoTime(sql`min(since)`)})
  from (
    select count(distinct ${users.id}) as accounts, min(${users.createdAt}) as since
    from ${users} join ${sessions} on ${sessions.userId} = ${users.id}
    where ${isOneOf(sessions.userId, newcomers)} and ${users.blockedAt} is null and ${sessions.address} is not null
    group by ${sessions.address} having count(distinct ${users.id}) >= ${unusualAccounts}
  ) addresses
)`

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
    .where(and(isOneOf(sessions.userId, newcomers), isNotNull(sessions.address)))
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
