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
  /** Takes back the last try. */
  giveBack(key: string): Promise<void>
  /** Forgets all tries. */
  clear(key: string): Promise<void>
}

export type Attempts = {
  /** By e-mail and address, so that a stranger's guesses do not lock the owner out. */
  signInByEmail: Limit
  signInByAddress: Limit
  signUpByAddress: Limit
  /** By person: guesses at the current password with a stolen session. */
  passwordChange: Limit
  passwordMailByAddress: Limit
  /** Mails to one person, whoever asks for them. */
  passwordMailByEmail: Limit
}

const { tries, per } = config.auth.signInLimit
/** People behind one router or proxy share an address. */
const perAddress = { tries: 10 * tries, per }
const limits: Record<keyof Attempts, { tries: number; per: number }> = {
  signInByEmail: { tries, per },
  signInByAddress: perAddress,
  signUpByAddress: perAddress,
  passwordChange: { tries, per },
  passwordMailByAddress: perAddress,
  passwordMailByEmail: { tries: 5, per: config.auth.passwordReset.maxAge },
}

type Store = Pick<DatabaseHandle, 'kind' | 'pool'>
const opened = new WeakMap<DatabaseHandle['pool'], Attempts>()

/** The counters of this installation: in the server's database where several processes share it, else in memory. */
export function attemptsOf(store: Store): Attempts {
  const existing = opened.get(store.pool)
  if (existing) return existing
  const attempts: Attempts = {
    signInByEmail: openLimit(store, 'signInByEmail'),
    signInByAddress: openLimit(store, 'signInByAddress'),
    signUpByAddress: openLimit(store, 'signUpByAddress'),
    passwordChange: openLimit(store, 'passwordChange'),
    passwordMailByAddress: openLimit(store, 'passwordMailByAddress'),
    passwordMailByEmail: openLimit(store, 'passwordMailByEmail'),
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
  async function count(key: string): Promise<number | undefined> {
    const counter = await open()
    try {
      await counter.consume(digest(key))
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
      throw reason
    }
  }
  return {
    async take(key) {
      const retryAfter = await count(key)
      if (retryAfter !== undefined) throw new Problem('too_many_attempts', { retryAfter })
    },
    async allows(key) {
      return (await count(key)) === undefined
    },
    async giveBack(key) {
      await (await open()).reward(digest(key))
    },
    async clear(key) {
      await (await open()).delete(digest(key))
    },
  }
}

type LimiterSettings = { keyPrefix: string; points: number; duration: number }

async function openLimiter({ kind, pool }: Store, settings: LimiterSettings) {
  if (kind === 'pglite') return new RateLimiterMemory(settings)
  return new Promise<RateLimiterPostgres>((resolve, reject) => {
    // The library makes its table when it is not there yet, and says so through the callback.
    const limiter: RateLimiterPostgres = new RateLimiterPostgres(
      { ...settings, storeClient: pool, storeType: 'pool', tableName: 'attempts' },
      (error?: Error) => (error ? reject(error) : resolve(limiter)),
    )
  })
}

/** Keys hold e-mails: neither the table nor its backups need to know them, and a digest always fits the column. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** A household has a whole IPv6 /64 to choose addresses from, so that is what counts as one address. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':').length : 0
  const filled =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest)).fill('0'), ...tail.split(':')]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
