import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The key, and the owner of the secret, such as an account's id. The owner is authenticated, so a row moved to another owner cannot be opened. */
export type Sealing = { key: Uint8Array; owner: string }

/** Encrypts a secret with AES-256-GCM: nonce, tag, ciphertext. */
export function sealSecret({ key, owner }: Sealing, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret. Throws if the server's secret has changed or the row was tampered with. */
export function openSecret({ key, owner }: Sealing, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
