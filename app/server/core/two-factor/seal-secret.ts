import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../../keys.ts'

/**
 * Encrypts a secret with AES-256-GCM: nonce, tag, ciphertext. The account is authenticated too, so a row moved to another account cannot be
 * opened.
 */
export function sealSecret(keys: Keys, userId: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.twoFactor, nonce).setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret. Throws if the server's secret has changed or the row was tampered with. */
export function openSecret(keys: Keys, userId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keys.twoFactor, bytes.subarray(0, 12))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
