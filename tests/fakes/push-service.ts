import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { serveOnLoopback } from '../fixtures/serve-on-loopback.ts'

const curve = 'prime256v1'

/** Decrypts a message as a browser does (RFC 8188 and 8291). */
export function decryptPush(body: Uint8Array, { privateKey, auth }: { privateKey: Uint8Array; auth: Uint8Array }): string {
  const bytes = Buffer.from(body)
  const keyLength = bytes.readUInt8(20)
  const [salt, senderKey, record] = [bytes.subarray(0, 16), bytes.subarray(21, 21 + keyLength), bytes.subarray(21 + keyLength)]
  const ecdh = createECDH(curve)
  ecdh.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

export type ReceivedPush = { path: string; headers: Headers; text: string }

/** A push service as RFC 8030 describes it, with browsers whose messages it decrypts and whose senders it verifies. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  let status = 201
  const browsers = new Map<string, { privateKey: Buffer; auth: Buffer }>()
  const server = await serveOnLoopback(async (request) => {
    const { pathname } = new URL(request.url)
    const browser = browsers.get(pathname)
    if (!browser) return new Response(null, { status: 404 })
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const point = Buffer.from(key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: new URL(server.url).origin })
    const text = decryptPush(new Uint8Array(await request.arrayBuffer()), browser)
    received.push({ path: pathname, headers: request.headers, text })
    return new Response(null, { status })
  })
  return {
    origin: new URL(server.url).origin,
    received,
    /** Answers with this status from now on. */
    answer: (with_: number) => void (status = with_),
    /** Adds a browser and returns its subscription. */
    subscribe() {
      const ecdh = createECDH(curve)
      const p256dh = ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { privateKey: ecdh.getPrivateKey(), auth })
      return {
        endpoint: new URL(path, server.url).href,
        keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
