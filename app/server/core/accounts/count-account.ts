import { config } from '#config'
import type { Env } from '../../env.ts'
import { addressKey, type Attempts } from './attempts.ts'

/** New accounts that one network address may make in a day. */
export function signUpsPerAddress(env: Pick<Env, 'SIGN_UPS_PER_ADDRESS'>): number {
  return env.SIGN_UPS_PER_ADDRESS ?? config.auth.signUpsPerAddress
}

export type CountAccountOptions = { address: string; perAddress: number }

/**
 * Counts an account that is about to be made; `giveBack` is for one that was not made after all. Where the address has had its share of the day,
 * `retryAfter` is the seconds to wait.
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
