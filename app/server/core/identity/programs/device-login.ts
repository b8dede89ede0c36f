import { randomInt } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { apiKeyPrefix, type KeyBudgetChange, type MemberKeyScope } from '#app/contract/account/api-keys.ts'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { deviceLogins } from '#app/server/db/schema/programs.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { isAccountActive } from '../../active-account.ts'
import { lockCaller } from '../../lock-user.ts'
import { Problem } from '../../problem.ts'
import { hashSecret, makeSecret } from '../../secret.ts'
import type { Caller } from '../sessions/authenticate.ts'
import type { Client } from './clients.ts'
import { lockForAccess, makeAccess, requireRoomForAccess } from './make-access.ts'
import { noticeOfAccess } from './notice-of-access.ts'
import { ProgramRefusal } from './program-refusal.ts'

/** Consonants that are not confused, and make no words (RFC 8628, 6.1): eight of them are 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const makeUserCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

const { device } = config.programs

export type StartDeviceLoginOptions = { client: Client; scopes: MemberKeyScope[]; address: string }

/** Starts the sign-in of a program without a browser; returns the code that it asks with and the one that the person types. */
export async function startDeviceLogin(db: Database, { client, scopes, address }: StartDeviceLoginOptions) {
  const [deviceCode, userCode] = [makeSecret(), makeUserCode()]
  const row = {
    hash: hashSecret(deviceCode),
    userCodeHash: hashSecret(userCode),
    clientId: client.id,
    clientName: client.name,
    address,
    scopes,
    expiresAt: sql`now() + make_interval(secs => ${device.maxAge})`,
  }
  const made = await db.insert(deviceLogins).values(row).onConflictDoNothing().returning({ hash: deviceLogins.hash })
  // Nobody else’s code is ever answered for another program.
  if (made.length === 0) throw new Problem('unavailable', { retryAfter: 1 })
  return { deviceCode, userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}` }
}

const openLogin = (userCode: string) =>
  and(eq(deviceLogins.userCodeHash, hashSecret(userCode)), isNull(deviceLogins.answer), gt(deviceLogins.expiresAt, sql`now()`))

/** Finds the sign-in of a code that a person has typed; `not_found` for a wrong, answered or old one. */
export async function findDeviceLogin(db: Database | Transaction, userCode: string) {
  const [found] = await db.select().from(deviceLogins).where(openLogin(userCode))
  if (!found) throw new Problem('not_found')
  return found
}

export type AnswerDeviceLoginOptions = { caller: Caller; userCode: string; allow: boolean; budget: KeyBudgetChange; siteUrl: string }

/** Records the answer of a person, once. `delivery` is the email to them about what they have allowed. */
export async function answerDeviceLogin(
  db: Database,
  mailer: Mailer,
  { caller, userCode, allow, budget, siteUrl }: AnswerDeviceLoginOptions,
): Promise<{ delivery: Promise<void> }> {
  const { user, name } = await db.transaction(async (tx) => {
    const owner = await lockCaller(tx, caller)
    if (allow) await requireRoomForAccess(tx, owner.id)
    const [answered] = await tx
      .update(deviceLogins)
      .set({ userId: owner.id, answer: allow ? 'allowed' : 'refused', budget })
      .where(openLogin(userCode))
      .returning({ name: deviceLogins.clientName })
    if (!answered) throw new Problem('not_found')
    return { user: owner, name: answered.name }
  })
  return { delivery: allow ? mailer.send(noticeOfAccess({ user, siteUrl, name })) : Promise.resolve() }
}

const pending = () => new ProgramRefusal('authorization_pending', 'The person has not answered yet.')

type Login = typeof deviceLogins.$inferSelect
type Key = { key: string; scopes: MemberKeyScope[] }

/**
 * Answers a program that asks whether its person has answered: with a key, once, or with a refusal that says whether to ask again. A program
 * that does not wait between two questions has to wait longer.
 */
export async function pollDeviceLogin(db: Database, { deviceCode, clientId }: { deviceCode: string; clientId: string }): Promise<Key> {
  const hash = hashSecret(deviceCode)
  const outcome = await db.transaction(async (tx): Promise<Key | ProgramRefusal> => {
    const [known] = await tx.select({ userId: deviceLogins.userId }).from(deviceLogins).where(eq(deviceLogins.hash, hash))
    if (known?.userId) await lockForAccess(tx, known.userId)
    const [login] = await tx
      .select({
        login: deviceLogins,
        isEarly: sql<boolean>`${deviceLogins.notBefore} > now()`,
        isOld: sql<boolean>`${deviceLogins.expiresAt} <= now()`,
      })
      .from(deviceLogins)
      .where(and(eq(deviceLogins.hash, hash), eq(deviceLogins.clientId, clientId), isNull(deviceLogins.usedAt)))
      .for('no key update')
    if (!login) return new ProgramRefusal('invalid_grant', 'The device code is not known, or was used before.')
    if (login.isOld) return new ProgramRefusal('expired_token', 'The person has not answered in time. Start again.')
    // Somebody has answered just now, and the locks are not those of their account: the next question gets the key.
    if (login.login.userId !== known?.userId) return pending()
    return answerOf(tx, login)
  })
  if (outcome instanceof ProgramRefusal) throw outcome
  return outcome
}

async function answerOf(tx: Transaction, { login, isEarly }: { login: Login; isEarly: boolean }): Promise<Key | ProgramRefusal> {
  const { hash, userId, answer, scopes } = login
  const here = eq(deviceLogins.hash, hash)
  if (userId === null || answer === null) {
    const pause = device.interval * (isEarly ? 2 : 1)
    await tx
      .update(deviceLogins)
      .set({ notBefore: sql`now() + make_interval(secs => ${pause - 0.5})` })
      .where(here)
    return isEarly ? new ProgramRefusal('slow_down', `Ask every ${pause} seconds.`) : pending()
  }
  const isActive = await isAccountActive(tx, userId)
  await tx
    .update(deviceLogins)
    .set({ usedAt: sql`now()` })
    .where(here)
  if (answer === 'refused' || !isActive) return new ProgramRefusal('access_denied', 'The person has refused.')
  const key = `${apiKeyPrefix}${makeSecret()}`
  const apiKeyId = await makeAccess(tx, {
    userId,
    clientId: login.clientId,
    clientHost: null,
    name: login.clientName,
    scopes,
    budget: login.budget,
    key,
    expiresAt: new Date(Date.now() + device.keyDays * 86_400_000),
  })
  await tx.update(deviceLogins).set({ apiKeyId }).where(here)
  return { key, scopes }
}
