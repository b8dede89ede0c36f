import { isIPv6 } from 'node:net'
import type { Env } from '../env.ts'

/** Last parts of names that nobody can register on the internet: reserved ones, and those that home and office networks use. */
const privateSuffixes = ['localhost', 'local', 'lan', 'internal', 'intranet', 'home', 'corp', 'private', 'test', 'home.arpa']

/**
 * Whether a request may name this host: its public name, an IP address, or a name that only a private network can give. A stranger's page
 * whose own name is made to point at this server (DNS rebinding) names another one, because browsers send the name of the page.
 */
export function isKnownHost(host: string | undefined, { PUBLIC_URL, HOST }: Pick<Env, 'PUBLIC_URL' | 'HOST'>): boolean {
  // Browsers always send the header.
  if (host === undefined) return true
  if (!URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '')
  return (
    isAddress(name) ||
    !name.includes('.') ||
    privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`)) ||
    name === HOST.toLowerCase() ||
    (PUBLIC_URL !== undefined && name === new URL(PUBLIC_URL).hostname)
  )
}

/** The URL parser writes every spelling of an IPv4 address with four decimal parts. */
const isAddress = (name: string) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || isIPv6(name.slice(1, -1))

/** Whether a connection comes from this machine. */
export const isLoopback = (address: string | undefined) => /^(?:::ffff:)?127\.|^::1$/.test(address ?? '')
