import { RateLimiterRes } from 'rate-limiter-flexible'
import { config } from '#config'
import { Problem } from '../../problem.ts'
import type { Standing } from '../../standing.ts'
import { type Counter, type Counters, digest } from './counters.ts'

export type Allowance = {
  /** Counts a call and returns what is left, or throws `too_many_attempts` with the seconds to wait. */
  take(key: string): Promise<Standing>
}

const { session, person, heavy } = config.api.limits
const limits = {
  callsBySession: { ...session, portion: 20 },
  callsByPerson: { ...person, portion: 20 },
  heavyByPerson: { ...heavy, portion: 5 },
} as const satisfies Record<string, { calls: number; per: number; portion: number }>

export type Allowances = Record<keyof typeof limits, Allowance>

/** Opens the counters of calls that a person may make, across all processes of this installation. */
export function openAllowances(counters: Counters): Allowances {
  return {
    callsBySession: openAllowance(counters, 'callsBySession'),
    callsByPerson: openAllowance(counters, 'callsByPerson'),
    heavyByPerson: openAllowance(counters, 'heavyByPerson'),
  }
}

/** Calls that this process has counted in advance, those that nobody has counted yet, or a refusal that applies until `until`. */
type Portion = { left: number; uncounted: number; refused: boolean; until: number }

/**
 * Calls are counted in portions, so that most need no statement, and a refused client costs none until its wait is over. A process that
 * dies loses the rest of its portions, so the limit only gets stricter.
 */
function openAllowance(counters: Counters, name: keyof typeof limits): Allowance {
  const { calls, per, portion } = limits[name]
  let counter: Promise<Counter> | undefined
  const portions = new Map<string, Promise<Portion>>()

  async function count(key: string): Promise<Portion> {
    counter ??= counters({ keyPrefix: name, points: calls, duration: per })
    try {
      const { msBeforeNext, remainingPoints } = await (await counter).consume(digest(key), portion)
      return { left: portion, uncounted: Math.max(0, remainingPoints), refused: false, until: Date.now() + msBeforeNext }
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return { left: 0, uncounted: 0, refused: true, until: Date.now() + reason.msBeforeNext }
      counter = undefined
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

  const standingOf = ({ left, uncounted, until }: Portion): Standing => ({
    limit: calls,
    remaining: left + uncounted,
    resetSeconds: Math.max(1, Math.ceil((until - Date.now()) / 1000)),
  })
  return {
    async take(key) {
      for (;;) {
        const current = portions.get(key) ?? reserve(key)
        const own = await current
        if (own.left > 0) {
          own.left -= 1
          return standingOf(own)
        }
        if (own.refused) {
          const standing = standingOf(own)
          throw new Problem('too_many_attempts', { retryAfter: standing.resetSeconds, standing })
        }
        if (portions.get(key) === current) portions.delete(key)
      }
    },
  }
}
