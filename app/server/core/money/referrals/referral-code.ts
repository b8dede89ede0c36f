import { randomInt } from 'node:crypto'

/** Letters without 0 and o, 1, i and l: a code may be read aloud or copied from a screen. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 8

export function makeReferralCode(): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
}

/** Parses a code as typed; undefined when it is malformed. */
export function readReferralCode(written: string | undefined): string | undefined {
  const code = written?.trim().toLowerCase() ?? ''
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : undefined
}
