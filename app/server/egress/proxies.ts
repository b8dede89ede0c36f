import { lookup } from 'node:dns/promises'
import { Agent as HttpAgent, setGlobalProxyFromEnv } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { EgressRefused } from './egress-refused.ts'
import { maskAddress } from './mask-address.ts'
import { isPublicAddress } from './public-address.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The proxies for requests to services, as in other programs: small letters win over capital ones. */
export type Proxies = { 'http:': string | undefined; 'https:': string | undefined; except: readonly string[] }

export function readProxies(variables: Variables): Proxies {
  const valueOf = (name: string) => variables[name.toLowerCase()] || variables[name] || undefined
  const except = (valueOf('NO_PROXY') ?? '').toLowerCase().split(/[\s,]+/)
  return { 'http:': valueOf('HTTP_PROXY'), 'https:': valueOf('HTTPS_PROXY'), except: except.filter((entry) => entry !== '') }
}

/** Returns the name of a variable that is no address of an HTTP proxy. */
export function wrongProxy(variables: Variables): string | undefined {
  const proxies = readProxies(variables)
  const isWrong = (address: string | undefined) => address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')
  if (isWrong(proxies['https:'])) return 'HTTPS_PROXY'
  return isWrong(proxies['http:']) ? 'HTTP_PROXY' : undefined
}

/**
 * Whether a request goes through a proxy: if there is one for its scheme, and neither `NO_PROXY` names the host nor it is on this machine or
 * this network, which includes names without a dot.
 */
export function isProxied({ protocol, hostname, port }: URL, proxies: Proxies): boolean {
  const hasProxy = protocol === 'https:' ? proxies['https:'] : protocol === 'http:' && proxies['http:']
  if (!hasProxy) return false
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (ipaddr.isValid(host) ? !isPublicAddress(host) : !host.includes('.') || /\.(?:localhost|local|internal)$/.test(host)) return false
  const ownPort = port || (protocol === 'https:' ? '443' : '80')
  return !proxies.except.some((entry) => names(entry, host, ownPort))
}

/** Whether an entry of `NO_PROXY` names a host: by `*`, its name, a domain above it, an address or a network. */
function names(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, named = entry, ownPort] = /^([^:]+|\[[^\]]+\]):(\d+)$/.exec(entry) ?? []
  if (ownPort !== undefined && ownPort !== port) return false
  const bare = named.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')
  if (bare === host || host.endsWith(`.${bare}`)) return true
  if (!ipaddr.isValid(host) || !ipaddr.isValidCIDR(bare)) return false
  const [network, bits] = ipaddr.parseCIDR(bare)
  const address = ipaddr.process(host)
  return address.kind() === network.kind() && address.match(network, bits)
}

/** Options for requests through a proxy, of `fetch` and of `node:http`. */
type Ways = { dispatcher: unknown; http: HttpAgent; https: HttpsAgent }

let proxies = readProxies({})
let ways: Ways | undefined

/** Sets the proxies of this process. Nothing else of the process uses them: the decision for each request is `isProxied`. */
export function useProxies(variables: Variables): void {
  proxies = readProxies(variables)
  const proxyEnv = { HTTP_PROXY: proxies['http:'], HTTPS_PROXY: proxies['https:'], NO_PROXY: 'none.invalid' }
  if (!proxies['http:'] && !proxies['https:']) ways = undefined
  else ways = { dispatcher: dispatcherFor(proxyEnv), http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv }) }
}

/** Takes the dispatcher that Node makes for all of `fetch`, for some requests only. */
function dispatcherFor(proxyEnv: Record<string, string | undefined>): unknown {
  const restore = setGlobalProxyFromEnv(proxyEnv)
  const dispatcher: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  restore()
  if (dispatcher === undefined) throw new Error('this Node.js has no dispatcher for proxies')
  return dispatcher
}

/** Options of `fetch` and `WebSocket` for a URL. */
export const fetchOptions = (url: URL): object => (ways && isProxied(url, proxies) ? { dispatcher: ways.dispatcher } : {})

/** The agent of `node:http` for a URL; undefined for a direct connection. */
export function proxyAgent(url: URL): HttpAgent | undefined {
  if (!ways || !isProxied(url, proxies)) return undefined
  return url.protocol === 'https:' ? ways.https : ways.http
}

/** Milliseconds for a resolver, which a network behind a proxy may not have. */
const lookupMs = 1_500

/**
 * Refuses a name that leads into our network, as far as this machine can tell: the proxy resolves it again, and this network may have no
 * resolver for the internet.
 */
export async function refusePrivateName({ hostname }: URL): Promise<void> {
  const patience = new AbortController()
  const found = await Promise.race([
    lookup(hostname, { all: true }).catch(() => []),
    sleep(lookupMs, [], { signal: patience.signal }).catch(() => []),
  ])
  patience.abort()
  if (found.some(({ address }) => !isPublicAddress(address))) throw new EgressRefused('private')
}

/** The proxies for a report, without names and passwords. */
export const shownProxies = (variables: Variables): { addresses: string[]; except: string } | undefined => {
  const read = readProxies(variables)
  const addresses = [...new Set([read['https:'], read['http:']].flatMap((address) => (address ? [maskAddress(address)] : [])))]
  return addresses.length > 0 ? { addresses, except: read.except.join(', ') } : undefined
}
