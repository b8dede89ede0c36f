import { randomInt } from 'node:crypto'

/** No 0 and o, 1, i and l: a code may be read aloud or copied from a screen. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 8

export function makeReferralCode(): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
}

/** A code as somebody wrote it, or undefined when it cannot be one. */
export function readReferralCode(written: string | undefined): string | undefined {
  const code = written?.trim().toLowerCase() ?? ''
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined
}
