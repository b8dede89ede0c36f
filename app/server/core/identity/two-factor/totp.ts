import { Secret, TOTP } from 'otpauth'
import { config } from '#config'

const period = 30
/** Number of earlier and later codes accepted, because clocks differ and people type slowly. */
const window = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: config.name, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

/** Makes 160 random bits in base32, the format of authenticator apps. */
export const makeSecret = () => new Secret({ size: 20 }).base32

/** The content of the QR code. */
export const setupUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** Returns the time step of the code; null if none in range matches. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}
