import { and, eq, isNull, sql } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import * as v from 'valibot'
import type { User } from '#app/contract/accounts.ts'
import { oncePer } from '#app/contract/once-per.ts'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { tokenAccounts } from '../../db/schema/tokens.ts'
import { avatars, users } from '../../db/schema/users.ts'
import type { Keys } from '../../keys.ts'
import { Problem } from '../problem.ts'
import { personColumns, toUser } from '../profile/get-me.ts'

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

const liveSession = prepared((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('sid')), eq(sessions.userId, sql.placeholder('sub')), isNull(sessions.revokedAt)))
    .prepare('live_session'),
)

const liveSessionOfPerson = prepared((db) =>
  db
    .select(personColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(avatars, eq(avatars.userId, users.id))
    .leftJoin(tokenAccounts, eq(tokenAccounts.userId, users.id))
    .where(and(eq(sessions.id, sql.placeholder('sid')), eq(sessions.userId, sql.placeholder('sub')), isNull(sessions.revokedAt)))
    .prepare('live_session_of_person'),
)

/** Checks an access token and reads the person in one statement, for pages, which all show the person. */
export async function authenticateForPage(db: Database, keys: Keys, token: string): Promise<Caller> {
  const claims = await readClaims(keys, token)
  const [row] = await liveSessionOfPerson(db).execute(claims)
  if (!row) throw new Problem('unauthorized')
  return { userId: claims.sub, sessionId: claims.sid, person: toUser(row) }
}

/** Checks an access token and that its session is live; throws `unauthorized`. */
export async function authenticate(db: Database, keys: Keys, token: string): Promise<Caller> {
  const claims = await readClaims(keys, token)
  const [session] = await liveSession(db).execute(claims)
  if (!session) throw new Problem('unauthorized')
  return { userId: claims.sub, sessionId: claims.sid }
}

const maxCached = 10_000
type Claims = v.InferOutput<typeof claimsSchema>

/** Claims of verified tokens, with the expiry in seconds: a browser sends the same token for as long as it is valid. */
const verified = oncePer((_keys: Keys) => new Map<string, { claims: Claims; expires: number }>())

async function readClaims(keys: Keys, token: string): Promise<Claims> {
  const known = verified(keys)
  const cached = known.get(token)
  if (cached && cached.expires > Math.floor(Date.now() / 1000)) return cached.claims
  known.delete(token)
  try {
    const { payload } = await jwtVerify(token, keys.accessToken, { issuer: tokenIssuer, audience: tokenAudience, algorithms: ['HS256'] })
    const claims = v.parse(claimsSchema, payload)
    const [oldest] = known.keys()
    if (known.size >= maxCached && oldest !== undefined) known.delete(oldest)
    if (payload.exp !== undefined) known.set(token, { claims, expires: payload.exp })
    return claims
  } catch (cause) {
    throw new Problem('unauthorized', { cause })
  }
}
