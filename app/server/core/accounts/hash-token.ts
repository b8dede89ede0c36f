import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: nothing to guess, so a fast hash of it is safe to keep. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token, so that a copy of it signs nobody in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
