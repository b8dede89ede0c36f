import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { Env } from '#app/server/env.ts'
import type { Keys } from '#app/server/keys.ts'
import { Problem } from '../../problem.ts'
import type { Connections } from './open-connections.ts'
import type { Verdict } from './test-connection.ts'

export type Tools = { connections: Connections; env: Env; keys: Keys }

const refusals: Partial<Record<Verdict, FieldErrorCode>> = {
  refused: 'key_refused',
  late: 'service_unreachable',
  unreachable: 'service_unreachable',
  busy: 'service_busy',
  failed: 'service_failed',
}

/** Throws `invalid_input` with what the service said, unless it accepted the key or the address. */
export function requireWorking(verdict: Verdict, field: 'key' | 'url'): void {
  const code = refusals[verdict]
  if (code) throw new Problem('invalid_input', { fields: { [code === 'key_refused' ? 'key' : field]: code } })
}
