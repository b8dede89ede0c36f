import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits; they cannot be guessed, so a fast hash of them is safe to store. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a secret for storage: a copy of the database then signs nobody in. */
export function hashSecret(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
