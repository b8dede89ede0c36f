import * as v from 'valibot'
import { rewrite } from '../base/text.ts'

/** No address has control characters, invisible formatting characters or half a surrogate pair. */
const unmailable = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** A name of ASCII stays as it is; one in another alphabet becomes punycode (`пример.рф`: `xn--e1afmkfd.xn--p1ai`), as browsers send it. */
export function domainToAscii(domain: string): string {
  // An address would be read from these characters, and the rest of it dropped.
  if (!/[^\0-\x7f]/.test(domain) || /[\s/?#:@%[\]\\]/.test(domain) || !URL.canParse(`https://${domain}`)) return domain
  return new URL(`https://${domain}`).hostname
}

function spelled(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? email : email.slice(0, at + 1) + domainToAscii(email.slice(at + 1))
}

/**
 * Normalizes an email address to the form in which it is counted, compared and stored: without surrounding white space, in lower case, in
 * NFC (RFC 6532, section 3.1, which advises against NFKC) and with its domain in ASCII. The format is not checked: a lookup of a malformed
 * address gets the response for an unknown one.
 */
export const soughtEmailSchema = v.pipe(
  v.string('required'),
  v.trim(),
  v.nonEmpty('required'),
  v.toLowerCase(),
  v.normalize('NFC'),
  v.check((email) => !unmailable.test(email), 'email_invalid'),
  rewrite('ascii_domain', spelled),
  v.maxLength(254, 'too_long'),
)

/** A domain on the internet has a dot, and its last part is no number. */
function isOnInternet(email: string): boolean {
  const [last = '', ...before] = email
    .slice(email.lastIndexOf('@') + 1)
    .split('.')
    .toReversed()
  return before.length > 0 && /[a-z]/.test(last)
}

/** An address that mail can be sent to, by the grammar of HTML's field (`o'brien@example.org`). */
export const emailSchema = v.pipe(soughtEmailSchema, v.rfcEmail('email_invalid'), v.check(isOnInternet, 'email_invalid'))
