import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import * as v from 'valibot'
import type { User } from '#app/contract/account/accounts.ts'
import { oncePer } from '#app/contract/base/once-per.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { avatars, users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import { type PersonRow, personColumn, toUser } from '../profile/get-me.ts'

/** A signed-in person. */
export type Caller = {
  userId: string
  sessionId: string
  /** The person, if they were read with the session. */
  person?: User
}

export const tokenIssuer = 'quartet'
export const tokenAudience = 'quartet-api'
export const claimsSchema = v.object({ sub: v.pipe(v.string(), v.uuid()), sid: v.pipe(v.string(), v.uuid()) })

/** Selects the session of the placeholders `sessionId` and `userId` if it has not been revoked. */
const isLive = and(
  eq(sessions.id, sql.placeholder('sessionId')),
  eq(sessions.userId, sql.placeholder('userId')),
  isNull(sessions.revokedAt),
)

const liveSession = prepared((db) => db.select({ id: sessions.id }).from(sessions).where(isLive).prepare('live_session'))

const readPerson = (db: Database | Transaction) =>
  db
    .select({ person: personColumn })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .where(isLive)

const liveSessionOfPerson = prepared((db) => readPerson(db).prepare('live_session_of_person'))

/** The person of the same placeholders as a column of any query; null unless their session is live. */
export const livePersonColumn = (db: Database | Transaction): SQL<PersonRow | null> => sql<PersonRow | null>`${readPerson(db)}`

/** Checks an access token and reads the person in one statement, for pages, which all show the person. */
export async function authenticateForPage(db: Database, keys: Keys, token: string): Promise<Caller> {
  const claimed = await readClaims(keys, token)
  const [row] = await liveSessionOfPerson(db).execute(claimed)
  if (!row) throw new Problem('unauthorized')
  return { ...claimed, person: toUser(row.person) }
}

/** Checks an access token and that its session is live; throws `unauthorized`. */
export async function authenticate(db: Database, keys: Keys, token: string): Promise<Caller> {
  const claimed = await readClaims(keys, token)
  const [session] = await liveSession(db).execute(claimed)
  if (!session) throw new Problem('unauthorized')
  return claimed
}

const maxCached = 10_000
/** The contents of a token, whose session may have been revoked since. */
export type Claimed = { userId: string; sessionId: string }

/** The contents of verified tokens, with the expiry in seconds: a browser sends the same token for as long as it is valid. */
const verified = oncePer((_keys: Keys) => new Map<string, { claimed: Claimed; expires: number }>())

/** Checks the signature and the expiry of an access token, but not that its session is live; throws `unauthorized`. */
export async function readClaims(keys: Keys, token: string): Promise<Claimed> {
  const known = verified(keys)
  const cached = known.get(token)
  if (cached && cached.expires > Math.floor(Date.now() / 1000)) return cached.claimed
  known.delete(token)
  try {
    const { payload } = await jwtVerify(token, keys.accessToken, { issuer: tokenIssuer, audience: tokenAudience, algorithms: ['HS256'] })
    const { sub, sid } = v.parse(claimsSchema, payload)
    const claimed = { userId: sub, sessionId: sid }
    const [oldest] = known.keys()
    if (known.size >= maxCached && oldest !== undefined) known.delete(oldest)
    if (payload.exp !== undefined) known.set(token, { claimed, expires: payload.exp })
    return claimed
  } catch (cause) {
    throw new Problem('unauthorized', { cause })
  }
}
