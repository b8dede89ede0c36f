import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { guardHost, type GuardHostOptions } from './guard-host.ts'

type Asked = { host: string; from: string; url?: string; headers?: Record<string, string> }

/** Sends a request through the guard; 200 is the listener's answer. */
async function ask(
  { host, from, url = '/', headers = {} }: Asked,
  { env = {}, ...options }: { env?: Partial<GuardHostOptions['env']>; hasAccount?: () => Promise<boolean> } = {},
): Promise<number> {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: from })
  const incoming = new IncomingMessage(socket)
  Object.assign(incoming, { url, headers: { host, ...headers } })
  const outgoing = new ServerResponse(incoming)
  const ended = Promise.withResolvers<number>()
  outgoing.end = () => {
    ended.resolve(outgoing.statusCode)
    return outgoing
  }
  const listener = guardHost((_incoming, answer) => void answer.writeHead(200).end(), {
    env: { HOST: '127.0.0.1', PUBLIC_URL: undefined, TRUST_PROXY: false, ...env },
    ...options,
  })
  listener(incoming, outgoing)
  return ended.promise
}

const [here, elsewhere] = ['127.0.0.1', '192.168.1.7']
const [fresh, used] = [async () => false, async () => true]
const stranger = 'evil.example.net:3000'

describe('on a connection from this machine', () => {
  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'nas.local', '192.168.1.20:3000'])('%s is served', async (host) => {
    expect(await ask({ host, from: here }, { hasAccount: fresh })).toBe(200)
  })

  test('a name of a stranger is refused, with whatever headers their page sends', async () => {
    for (const hasAccount of [fresh, used]) {
      expect(await ask({ host: stranger, from: here }, { hasAccount })).toBe(421)
      expect(await ask({ host: stranger, from: '::1', url: '/api/v1/auth/sign-up' }, { hasAccount })).toBe(421)
      const headers = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' }
      expect(await ask({ host: stranger, from: here, headers }, { hasAccount })).toBe(421)
    }
  })

  test('the public name is served', async () => {
    expect(await ask({ host: 'quartet.example.com', from: here }, { env: { PUBLIC_URL: 'https://quartet.example.com' } })).toBe(200)
  })

  test('a proxy that is trusted may pass on any name once there is an account', async () => {
    const env = { TRUST_PROXY: true }
    expect(await ask({ host: 'another.example.com', from: here }, { env, hasAccount: used })).toBe(200)
    expect(await ask({ host: 'another.example.com', from: here }, { env, hasAccount: fresh })).toBe(421)
  })
})

describe('on a connection from elsewhere', () => {
  test('an unknown name is refused until there is an account, so that a stranger’s page does not become the owner', async () => {
    expect(await ask({ host: stranger, from: elsewhere }, { hasAccount: fresh })).toBe(421)
    expect(await ask({ host: stranger, from: elsewhere }, { hasAccount: used })).toBe(200)
  })

  test('an address or a name of the network is served from the start', async () => {
    for (const host of ['192.168.1.20:3000', 'nas:3000', 'quartet.lan'])
      expect(await ask({ host, from: elsewhere }, { env: { HOST: '0.0.0.0' }, hasAccount: fresh })).toBe(200)
  })

  test('a process that cannot tell, or whose database does not answer, serves it', async () => {
    expect(await ask({ host: stranger, from: elsewhere })).toBe(200)
    const hasAccount = () => Promise.reject(new Error('no database'))
    expect(await ask({ host: stranger, from: elsewhere }, { hasAccount })).toBe(200)
  })
})
