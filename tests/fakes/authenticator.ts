import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

type Where = { challenge: string; origin: string; rpId: string }
type How = {
  /** Whether it claims to have verified its user. */
  userVerified?: boolean
  /** The signature counter that it reports. */
  counter?: number
}

/** A device with one passkey (WebAuthn, ES256), in software. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, 'base64url')])
  /** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])

  function authenticatorData(rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, { challenge, origin }: Where) => JSON.stringify({ type, challenge, origin, crossOrigin: false })
  const present = (userVerified: boolean) => 0x01 | (userVerified ? 0x04 : 0)

  return {
    /** Returns the response to a request to create a passkey. */
    register(where: Where, { userVerified = true, counter = 0 }: How = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const data = authenticatorData(where.rpId, present(userVerified) | 0x40, counter, attested)
      const size = Buffer.from([0x58, data.length])
      // CBOR: {fmt: 'none', attStmt: {}, authData: data}
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        size,
        data,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: { clientDataJSON: base64url(clientData('webauthn.create', where)), attestationObject: base64url(attestation) },
        clientExtensionResults: {},
      }
    },
    /** Returns the response to a request to sign in. */
    signIn(where: Where, { userVerified = true, counter = 0 }: How = {}) {
      const data = authenticatorData(where.rpId, present(userVerified), counter)
      const client = clientData('webauthn.get', where)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: { clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) },
        clientExtensionResults: {},
      }
    },
  }
}
