import type { Proof } from '#app/contract/base/security.ts'
import type { SecuredActor } from '../../core/operation/operators/require-right.ts'
import { Problem } from '../../core/problem.ts'
import { proveIdentity } from '../../core/identity/two-factor/prove-identity.ts'
import type { Runtime } from '../../runtime.ts'

/** Checks the identity of an operator for an act that a stolen session or a key must not suffice for. */
export async function proveOperator(
  { db, keys, attempts }: Runtime,
  { userId, sessionId }: SecuredActor,
  { password, code }: Proof,
): Promise<void> {
  if (sessionId === null) throw new Problem('key_not_allowed')
  await proveIdentity(db, keys, attempts, { caller: { userId, sessionId }, proof: { password, code }, now: new Date() })
}
