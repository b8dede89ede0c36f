import { config } from '#config'
import { readPrivateCookie, writePrivateCookie } from './cookies.ts'

const { cookieName, maxAge } = config.auth.knownDevice

/** Number of accounts that one browser remembers. */
const maxAccounts = 3

/** Device tokens of the accounts that have signed in here, latest first. */
export function readDeviceTokens(): string[] {
  const tokens = readPrivateCookie(cookieName)?.split('~') ?? []
  return tokens.filter((token) => /^[\w.-]{1,256}$/.test(token)).slice(0, maxAccounts)
}

/** Replaces an earlier token of the same account. */
export function rememberDevice(token: string): void {
  const others = readDeviceTokens().filter((known) => accountOf(known) !== accountOf(token))
  writePrivateCookie(cookieName, [token, ...others].slice(0, maxAccounts).join('~'), maxAge)
}

const accountOf = (token: string) => token.split('.')[0]
