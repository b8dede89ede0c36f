import * as v from 'valibot'

/** No address has control characters, invisible formatting characters or half a surrogate pair. */
const unmailable = /[\p{Cc}\p{Cf}\p{Cs}]/u

/**
 * Normalizes an email address to the form in which it is counted, compared and stored: without surrounding white space, in lower case and
 * in NFC (RFC 6532, section 3.1, which advises against NFKC). The format is not checked: a lookup of a malformed address gets the response
 * for an unknown one.
 */
export const soughtEmailSchema = v.pipe(
  v.string('required'),
  v.trim(),
  v.nonEmpty('required'),
  v.toLowerCase(),
  v.normalize('NFC'),
  v.maxLength(254, 'too_long'),
  v.check((email) => !unmailable.test(email), 'email_invalid'),
)

/** Valibot's pattern ignores case, and Unicode counts `ſ` as a kind of `s`. */
const isAscii = (email: string) => /^[\x21-\x7e]+$/.test(email)

/** An address that mail can be sent to. */
export const emailSchema = v.pipe(soughtEmailSchema, v.email('email_invalid'), v.check(isAscii, 'email_invalid'))
