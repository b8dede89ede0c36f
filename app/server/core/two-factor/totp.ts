import { Secret, TOTP } from 'otpauth'
import { config } from '#config'

const period = 30
/** Clocks differ, and people type slowly: the code before and the one after count too. */
const window = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: config.name, label, secret: Secret.fromBase32(secret), period, digits: 6, algorithm: 'SHA1' })

/** 160 random bits, base32, as apps take it. */
export const makeSecret = () => new Secret({ size: 20 }).base32

/** What the QR code says. */
export const setupUri = (secret: string, email: string) => totpOf(secret, email).toString()

/** The time step that the code is of; null when it is of none that counts now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta
}
