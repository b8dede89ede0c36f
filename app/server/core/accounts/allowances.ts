import { RateLimiterRes } from 'rate-limiter-flexible'
import { config } from '#config'
import type { DatabaseHandle } from '../../db/database.ts'
import { Problem } from '../problem.ts'
import { digest, openLimiter, type Store } from './attempts.ts'

export type Allowance = {
  /** Counts a call, or throws `too_many_attempts` with the seconds to wait. */
  take(key: string): Promise<void>
}

const { session, person, heavy } = config.api.limits
const limits = {
  callsBySession: { ...session, portion: 20 },
  callsByPerson: { ...person, portion: 20 },
  heavyByPerson: { ...heavy, portion: 5 },
} as const satisfies Record<string, { calls: number; per: number; portion: number }>

export type Allowances = Record<keyof typeof limits, Allowance>

const opened = new WeakMap<DatabaseHandle['pool'], Allowances>()

/** How many calls people may make, over all processes of this installation. */
export function allowancesOf(store: Store): Allowances {
  const existing = opened.get(store.pool)
  if (existing) return existing
  const allowances = openAllowances(store)
  opened.set(store.pool, allowances)
  return allowances
}

export function openAllowances(store: Store): Allowances {
  return {
    callsBySession: openAllowance(store, 'callsBySession'),
    callsByPerson: openAllowance(store, 'callsByPerson'),
    heavyByPerson: openAllowance(store, 'heavyByPerson'),
  }
}

/** Calls that this process has counted in advance, or the refusal to count more until `until`. */
type Portion = { left: number; refused: boolean; until: number }

/**
 * Calls are counted in portions, so that most of them need no statement, and a refused client costs none until its wait is over. A
 * process that dies takes what is left of its portions with it: the count errs on the strict side.
 */
function openAllowance(store: Store, name: keyof typeof limits): Allowance {
  const { calls, per, portion } = limits[name]
  let limiter: ReturnType<typeof openLimiter> | undefined
  const portions = new Map<string, Promise<Portion>>()

  async function count(key: string): Promise<Portion> {
    limiter ??= openLimiter(store, { keyPrefix: name, points: calls, duration: per })
    try {
      const { msBeforeNext } = await (await limiter).consume(digest(key), portion)
      return { left: portion, refused: false, until: Date.now() + msBeforeNext }
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return { left: 0, refused: true, until: Date.now() + reason.msBeforeNext }
      limiter = undefined
      throw reason
    }
  }

  function reserve(key: string): Promise<Portion> {
    const reserved = count(key)
    const forget = () => {
      if (portions.get(key) === reserved) portions.delete(key)
    }
    portions.set(key, reserved)
    reserved.then(({ until }) => setTimeout(forget, until - Date.now()).unref(), forget)
    return reserved
  }

  return {
    async take(key) {
      for (;;) {
        const current = portions.get(key) ?? reserve(key)
        const own = await current
        if (own.left > 0) {
          own.left -= 1
          return
        }
        if (own.refused) throw new Problem('too_many_attempts', { retryAfter: Math.max(1, Math.ceil((own.until - Date.now()) / 1000)) })
        if (portions.get(key) === current) portions.delete(key)
      }
    },
  }
}
