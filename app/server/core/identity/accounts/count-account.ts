import { config } from '#config'
import type { Env } from '#app/server/env.ts'
import { addressKey } from '../../rules/limits/address.ts'
import type { Attempts } from '../../rules/limits/attempts.ts'

/** Sign-ups allowed per network address and day. */
export function signUpsPerAddress(env: Pick<Env, 'SIGN_UPS_PER_ADDRESS'>): number {
  return env.SIGN_UPS_PER_ADDRESS ?? config.auth.signUpsPerAddress
}

export type CountAccountOptions = { address: string; perAddress: number }

/**
 * Counts an account before it is created; `giveBack` undoes the count if the account was not created. Over the limit, `retryAfter` is the
 * number of seconds to wait.
 */
export async function countAccount(
  attempts: Attempts,
  { address, perAddress }: CountAccountOptions,
): Promise<{ giveBack: () => Promise<void> } | { retryAfter: number }> {
  const key = addressKey(address)
  const giveBack = () => attempts.accountsByAddress.giveBack(key)
  const { tries, retryAfter } = await attempts.accountsByAddress.count(key)
  if (tries <= perAddress) return { giveBack }
  await giveBack()
  return { retryAfter }
}
