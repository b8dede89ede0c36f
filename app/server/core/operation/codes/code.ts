import { randomInt } from 'node:crypto'

/** Crockford's alphabet, without letters that look like digits or like each other. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Groups and characters per group: 60 bits altogether. */
const groups = 3
const perGroup = 4

/** Returns a random code such as `7K3M-Q2XV-90DA`. */
export function makeCode(): string {
  const group = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Returns the code as it was created, however it was typed; null if it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const isCode = plain.length === groups * perGroup && [...plain].every((character) => alphabet.includes(character))
  return isCode ? (plain.match(/.{4}/g)?.join('-') ?? null) : null
}
