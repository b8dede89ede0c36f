import { config } from '#config'

/** The format of a code; sign-up looks up its owner. */
export const referralPattern = /^[\w-]{1,64}$/

/** The code in `?ref=`, the last one if there are several; null without a well-formed code. */
export function readReferral(url: URL): string | null {
  const code = url.searchParams.getAll(config.referral.queryParam).at(-1)
  return code !== undefined && referralPattern.test(code) ? code : null
}
