import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { config } from '#config'
import type { DatabaseHandle } from '../../db/database.ts'
import { Problem } from '../problem.ts'

export type Limit = {
  /** Counts a try, or throws `too_many_attempts` with the seconds to wait. */
  take(key: string): Promise<void>
  /** Counts a try and says whether it was within the limit. */
  allows(key: string): Promise<boolean>
  /** Counts a try, for limits that the caller sets: how many there were, and the seconds until they are forgotten. */
  count(key: string): Promise<{ tries: number; retryAfter: number }>
  /** Takes back the last try. */
  giveBack(key: string): Promise<void>
  /** Forgets all tries. */
  clear(key: string): Promise<void>
}

const { knownDevice, signInLimit } = config.auth
const { tries, per } = signInLimit
/** People behind one router or proxy share an address. */
const perAddress = { tries: 10 * tries, per }
/** What needs no guessing and costs little, but should not be hammered at. */
const generous = { tries: 60 * tries, per }
const minute = 60
const hour = 60 * minute

const limits = {
  /** By e-mail and address, so that a stranger's guesses do not lock the owner out. */
  signInByEmail: { tries, per },
  /** By e-mail alone: guesses that come from everywhere at once. More than one address gets to make, for the same reason. */
  signInByAccount: { tries: 100 * tries, per: hour },
  signInByAddress: perAddress,
  /** By a device that has signed in to the account before: apart from strangers' guesses, in place of the three above. */
  signInByDevice: knownDevice.limit,
  /** By person: guesses at a code, over however many sign-ins. */
  secondStep: { tries: 30, per: hour },
  secondStepByAddress: perAddress,
  /** By session: guesses at a code within it. Strangers who guess at the sign-in have no part in it. */
  codeBySession: { tries: 30, per: hour },
  /** By a device that has signed in before, in place of the two above. */
  secondStepByDevice: knownDevice.limit,
  passkeyByAddress: perAddress,
  signUpByAddress: perAddress,
  /** Each challenge costs the server a derived key. */
  challengeByAddress: perAddress,
  signUpByEmail: { tries, per },
  /** Accounts that were made. How many are too many is the operator's choice, so the counter itself has no limit. */
  accountsByAddress: { tries: 2 ** 31 - 1, per: 24 * hour },
  refreshByAddress: generous,
  /** By token: a client that asks in a loop. */
  refreshByToken: { tries: 3 * tries, per },
  signOutByAddress: generous,
  handoverByAddress: perAddress,
  oauthByAddress: perAddress,
  /** By state: a way back from another service is gone once. */
  oauthReturn: { tries: 1, per: config.auth.oauth.maxAge },
  /** By person: guesses at the current password with a stolen session. */
  passwordChange: { tries, per },
  passwordChangeByAddress: perAddress,
  passwordMailByAddress: perAddress,
  /** Mails to one person, whoever asks for them. */
  passwordMailByEmail: { tries: 5, per: config.auth.passwordReset.maxAge },
  /** Mails to the owner of a device, whatever strangers have asked for. */
  passwordMailByDevice: { tries: 3, per: config.auth.passwordReset.maxAge },
  passwordResetByAddress: perAddress,
  /** By token: a new password is a hash each time. */
  passwordResetByToken: { tries, per },
  verificationMail: { tries: 5, per: hour },
  verificationMailByAddress: perAddress,
  verificationByAddress: perAddress,
  emailChange: { tries: 5, per: hour },
  /** Mails to one new address, whoever asks for them. */
  emailChangeTo: { tries: 5, per: hour },
  emailChangeByAddress: perAddress,
  /** By person: each is a picture to be drawn. */
  avatar: { tries: 30, per: hour },
  /** Links to shared results that lead nowhere. A good one is never counted. */
  sharedByAddress: perAddress,
  /** Notifications of payment services; a busy service sends from a handful of addresses. */
  noticesByAddress: generous,
  /** By checkout: each notification asks the service a question. */
  noticesOfCheckout: { tries: 60, per: minute },
  /** By key: calls of a program. */
  callsByKey: { tries: config.apiKeys.limit.calls, per: config.apiKeys.limit.per },
} as const satisfies Record<string, { tries: number; per: number }>

export type Attempts = Record<keyof typeof limits, Limit>

export type Store = Pick<DatabaseHandle, 'kind' | 'pool'>
const opened = new WeakMap<DatabaseHandle['pool'], Attempts>()
const lastOpened = new WeakMap<DatabaseHandle['pool'], Promise<void>>()

/** The counters of this installation: in the server's database where several processes share it, else in memory. */
export function attemptsOf(store: Store): Attempts {
  const existing = opened.get(store.pool)
  if (existing) return existing
  const limit = (name: keyof Attempts) => openLimit(store, name)
  const attempts: Attempts = {
    signInByEmail: limit('signInByEmail'),
    signInByAccount: limit('signInByAccount'),
    signInByAddress: limit('signInByAddress'),
    signInByDevice: limit('signInByDevice'),
    secondStep: limit('secondStep'),
    codeBySession: limit('codeBySession'),
    secondStepByAddress: limit('secondStepByAddress'),
    secondStepByDevice: limit('secondStepByDevice'),
    passkeyByAddress: limit('passkeyByAddress'),
    signUpByAddress: limit('signUpByAddress'),
    challengeByAddress: limit('challengeByAddress'),
    signUpByEmail: limit('signUpByEmail'),
    accountsByAddress: limit('accountsByAddress'),
    refreshByAddress: limit('refreshByAddress'),
    refreshByToken: limit('refreshByToken'),
    signOutByAddress: limit('signOutByAddress'),
    handoverByAddress: limit('handoverByAddress'),
    oauthByAddress: limit('oauthByAddress'),
    oauthReturn: limit('oauthReturn'),
    passwordChange: limit('passwordChange'),
    passwordChangeByAddress: limit('passwordChangeByAddress'),
    passwordMailByAddress: limit('passwordMailByAddress'),
    passwordMailByEmail: limit('passwordMailByEmail'),
    passwordMailByDevice: limit('passwordMailByDevice'),
    passwordResetByAddress: limit('passwordResetByAddress'),
    passwordResetByToken: limit('passwordResetByToken'),
    verificationMail: limit('verificationMail'),
    verificationMailByAddress: limit('verificationMailByAddress'),
    verificationByAddress: limit('verificationByAddress'),
    emailChange: limit('emailChange'),
    emailChangeTo: limit('emailChangeTo'),
    emailChangeByAddress: limit('emailChangeByAddress'),
    avatar: limit('avatar'),
    sharedByAddress: limit('sharedByAddress'),
    noticesByAddress: limit('noticesByAddress'),
    noticesOfCheckout: limit('noticesOfCheckout'),
    callsByKey: limit('callsByKey'),
  }
  opened.set(store.pool, attempts)
  return attempts
}

function openLimit(store: Store, name: keyof Attempts): Limit {
  const settings = { keyPrefix: name, points: limits[name].tries, duration: limits[name].per }
  let limiter: Promise<RateLimiterMemory | RateLimiterPostgres> | undefined
  const open = () =>
    (limiter ??= openLimiter(store, settings).catch((error: unknown) => {
      limiter = undefined
      throw error
    }))

  /** Seconds to wait; none when the try is within the limit. */
  async function waitFor(key: string): Promise<number | undefined> {
    const counter = await open()
    try {
      await counter.consume(digest(key))
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return secondsOf(reason)
      throw reason
    }
  }
  return {
    async take(key) {
      const retryAfter = await waitFor(key)
      if (retryAfter !== undefined) throw new Problem('too_many_attempts', { retryAfter })
    },
    async allows(key) {
      return (await waitFor(key)) === undefined
    },
    async count(key) {
      const counted = await (await open()).consume(digest(key))
      return { tries: counted.consumedPoints, retryAfter: secondsOf(counted) }
    },
    async giveBack(key) {
      await (await open()).reward(digest(key))
    },
    async clear(key) {
      await (await open()).delete(digest(key))
    },
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

type LimiterSettings = { keyPrefix: string; points: number; duration: number }

export async function openLimiter({ kind, pool }: Store, settings: LimiterSettings): Promise<RateLimiterMemory | RateLimiterPostgres> {
  if (kind === 'pglite') return new RateLimiterMemory(settings)
  // One after the other: two that make the table at the same time trip over each other.
  const before = lastOpened.get(pool) ?? Promise.resolve()
  const opening = before.then(() => openStoredLimiter(pool, settings))
  lastOpened.set(
    pool,
    opening.then(
      () => undefined,
      () => undefined,
    ),
  )
  return opening
}

function openStoredLimiter(pool: Store['pool'], settings: LimiterSettings): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    // The library makes its table when it is not there yet, and says so through the callback.
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(
      { ...settings, storeClient: pool, storeType: 'pool', tableName: 'attempts' },
      (error?: Error) => (error ? reject(error) : resolve(limiter)),
    )
  })
}

/** Keys hold e-mails: neither the table nor its backups need to know them, and a digest always fits the column. */
export function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** As people write it: without what puts IPv4 into IPv6, and without the interface. */
export const plainAddress = (address: string) =>
  address
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '')
    .slice(0, 45)

/** A household has a whole IPv6 /64 to choose addresses from, so that is what counts as one address. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':').length : 0
  const filled =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0'), ...tail.split(':')]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
