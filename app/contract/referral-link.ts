import * as v from 'valibot'
import { config } from '#config'

/** The form of a code; sign-up finds out whose it is. */
export const referralLinkSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** The code of an address with `?ref=`, the last one if there are several; null when there is none, or none that can be a code. */
export function readReferral(url: URL): string | null {
  const code = url.searchParams.getAll(config.referral.queryParam).at(-1)
  return v.is(referralLinkSchema, code) ? code : null
}
