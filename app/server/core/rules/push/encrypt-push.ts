import { createCipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'

const curve = 'prime256v1'

/** The server's key pair for push services (RFC 8292), derived from its secret, so that all processes of a cluster have the same. */
export function vapidKeys(privateKey: Uint8Array): {
  publicKey: string
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
} {
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey)
  const point = ecdh.getPublicKey()
  const written = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  return {
    publicKey: point.toString('base64url'),
    jwk: { kty: 'EC', crv: 'P-256', x: written(1, 33), y: written(33, 65), d: Buffer.from(privateKey).toString('base64url') },
  }
}

/** Returns the header that proves to the service of an endpoint who sends (RFC 8292). */
export async function vapidHeader(privateKey: Uint8Array, { endpoint, contact }: { endpoint: string; contact: string }): Promise<string> {
  const { publicKey, jwk } = vapidKeys(privateKey)
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(contact)
    .setExpirationTime('12h')
    .sign(await importJWK(jwk, 'ES256'))
  return `vapid t=${token}, k=${publicKey}`
}

const recordSize = 4096

/** Encrypts a message for a browser by `aes128gcm` (RFC 8188 and 8291): salt, record size, our public key, one record. */
export function encryptPush(text: string, { p256dh, auth }: { p256dh: string; auth: string }): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH(curve)
  const ownKey = ecdh.generateKeys()
  const shared = ecdh.computeSecret(browserKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32))
  const salt = randomBytes(16)
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record.
  const record = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])), cipher.final(), cipher.getAuthTag()])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ownKey.length, 20)
  return Buffer.concat([header, ownKey, record])
}

/** The name by which a push service replaces an undelivered message: at most 32 characters. */
export const topicOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 32)
