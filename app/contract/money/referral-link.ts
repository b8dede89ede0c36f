import * as config from '#config'

/** The format of a code; sign-up looks up its owner. */
export const referralPattern = /^[\w-]{1,64}$/

/** Returns the code in `?ref=`, the last one of several; null without a well-formed code. */
export function readReferral(url: URL): string | null {
  const code = url.searchParams.getAll(config.referral.queryParam).at(-1)
  return code !== undefined && referralPattern.test(code) ? code : null
}
