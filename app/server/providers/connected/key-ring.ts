import type { KeyFault } from '#app/contract/operator/connections.ts'
import { ProviderError } from '../provider.ts'

/** A key of a service. Keys with the lowest `priority` are used first, in proportion to their weights. */
export type ServiceKey = { ref: string; key: string; priority: number; weight: number; enabled: boolean }

/** Milliseconds until each key is used again, and its failure. */
export type Cooling = ReadonlyMap<string, { waitMs: number; fault: KeyFault }>

export type KeyFailure = { fault: KeyFault; retryAfterMs: number | null }

/** The health of keys, shared by all processes. Never rejects: a run does not fail because its outcome could not be recorded. */
export type KeyHealth = {
  /** Returns the keys that failed and are not used for a while, by their references. */
  cooling(service: string): Promise<Cooling>
  /** Records the outcome of a call that took `tookMs`; null for a success. */
  record(service: string, key: Pick<ServiceKey, 'ref'>, outcome: { failure: KeyFailure | null; tookMs: number }): Promise<void>
}

export type KeyRing = {
  /** The key with which a model is opened first. */
  first: ServiceKey
  /** The keys that are on, in their order. */
  usable: readonly ServiceKey[]
  /**
   * Makes a call with one key, and with the next one only if the service refused the first before it began any work, and `mayRepeat` agrees.
   * Anything else might be billed twice.
   */
  call<Result>(attempt: (key: ServiceKey) => Promise<Result>, mayRepeat?: () => boolean): Promise<Result>
  /** Makes a call with the key that started the work; with the first one if that key no longer exists. */
  callWith<Result>(ref: unknown, attempt: (key: ServiceKey) => Promise<Result>): Promise<Result>
  /** The keys that may have started work, those that are off included. */
  all: readonly ServiceKey[]
}

export type OpenRingOptions = { service: string; keys: readonly ServiceKey[]; health: KeyHealth; random?: () => number }

/** Opens the keys of a service; undefined if none is on. */
export function openRing({ service, keys, health, random = Math.random }: OpenRingOptions): KeyRing | undefined {
  const usable = keys.filter(({ enabled }) => enabled).toSorted((one, other) => one.priority - other.priority)
  const [first] = usable
  if (!first) return undefined

  async function attempted<Result>(key: ServiceKey, attempt: (key: ServiceKey) => Promise<Result>): Promise<Result> {
    const started = performance.now()
    const record = (failure: KeyFailure | null) => health.record(service, key, { failure, tookMs: performance.now() - started })
    try {
      const result = await attempt(key)
      await record(null)
      return result
    } catch (error) {
      if (error instanceof ProviderError && error.keyFault) await record({ fault: error.keyFault, retryAfterMs: error.retryAfterMs })
      throw error
    }
  }

  return {
    first,
    usable,
    all: keys,
    callWith: (ref, attempt) => attempted(keys.find((key) => key.ref === ref) ?? first, attempt),
    async call(attempt, mayRepeat = () => true) {
      const cooling: Cooling = usable.length === 1 ? new Map() : await health.cooling(service)
      const failures: ProviderError[] = []
      for (const key of inTurn(usable, { cooling, random })) {
        try {
          return await attempted(key, attempt)
        } catch (error) {
          if (!(error instanceof ProviderError) || !error.keyFault || !error.nothingStarted || !mayRepeat()) throw error
          failures.push(error)
        }
      }
      throw combined(failures, cooling)
    },
  }
}

type Turn = { cooling: Cooling; random: () => number }

/** Returns healthy keys by priority and weight. If none is healthy, the one that is used again the soonest is tried alone. */
function inTurn(keys: readonly ServiceKey[], { cooling, random }: Turn): readonly ServiceKey[] {
  const waitOf = ({ ref }: ServiceKey) => cooling.get(ref)?.waitMs ?? 0
  const healthy = keys.filter((key) => waitOf(key) <= 0)
  if (healthy.length === 0) return keys.toSorted((one, other) => waitOf(one) - waitOf(other)).slice(0, 1)
  // Exponential draws divided by the weights are in the order of a weighted draw without replacement.
  const drawn = new Map(healthy.map((key) => [key, -Math.log(1 - random()) / key.weight]))
  return healthy.toSorted((one, other) => one.priority - other.priority || (drawn.get(one) ?? 0) - (drawn.get(other) ?? 0))
}

/** Returns the failure of all keys. If one of them is only busy, the run is worth another attempt. */
function combined(failures: readonly ProviderError[], cooling: Cooling): ProviderError {
  const resting = [...cooling.values()].flatMap(({ waitMs, fault }) =>
    fault === 'busy' ? new ProviderError('rate_limited', 'every key is busy', { retryAfterMs: waitMs, nothingStarted: true }) : [],
  )
  const busy = [...failures.filter(({ keyFault }) => keyFault === 'busy'), ...resting]
  const [soonest] = busy.toSorted((one, other) => (one.retryAfterMs ?? 0) - (other.retryAfterMs ?? 0))
  return soonest ?? failures.at(-1) ?? new ProviderError('provider_auth', 'the service has no key')
}
