import { afterEach, expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { startProxy } from '#tests/fakes/proxy-server.ts'
import { fetchPublic } from './fetch-public.ts'
import { fetchWithin } from './fetch-within.ts'
import { isProxied, readProxies, shownProxies, useProxies, wrongProxy } from './proxies.ts'

afterEach(() => useProxies({}))

const key = { headers: { authorization: 'Bearer k-secret' } }

test('services are reached through the proxy, with its sign-in, and this machine is not', async () => {
  await using service = await startMediaServer(() => ({ json: { ok: true } }))
  await using proxy = await startProxy(service.url)
  useProxies({ HTTP_PROXY: proxy.url.replace('//', '//ann:pass@'), NO_PROXY: '' })
  const response = await fetchWithin(['http://api.example.com/v1'])('http://api.example.com/v1/models', key)
  expect(await response.json()).toEqual({ ok: true })
  expect(proxy.calls).toMatchObject([{ target: expect.stringMatching(/^api\.example\.com/), authorization: `Basic ${btoa('ann:pass')}` }])
  expect(service.calls).toMatchObject([{ path: '/v1/models', headers: { authorization: 'Bearer k-secret' } }])

  expect(await (await fetchPublic({ ownOrigins: [] })('http://cdn.example.com/a.png')).json()).toEqual({ ok: true })
  expect(proxy.calls).toHaveLength(2)
  // A direct request of this process is not changed by the proxy.
  expect(await (await fetchWithin([service.url])(service.url)).json()).toEqual({ ok: true })
  expect(proxy.calls).toHaveLength(2)
})

test('an HTTPS service is reached through a tunnel, in which the proxy sees its name only', async () => {
  await using service = await startMediaServer(() => ({ json: {} }))
  await using proxy = await startProxy(service.url)
  useProxies({ HTTPS_PROXY: proxy.url })
  // The server behind the tunnel speaks no TLS.
  await expect(fetchWithin(['https://api.example.com'])('https://api.example.com/v1', key)).rejects.toThrow('fetch failed')
  await expect(fetchPublic({ ownOrigins: [] })('https://cdn.example.com/')).rejects.toThrow()
  expect(proxy.calls.map(({ target }) => target)).toEqual(['api.example.com:443', 'cdn.example.com:443'])
  expect(service.calls).toEqual([])
})

test('a proxy opens no way to private addresses', async () => {
  await using service = await startMediaServer(() => ({ json: {} }))
  await using proxy = await startProxy(service.url)
  useProxies({ HTTP_PROXY: proxy.url })
  for (const address of ['http://169.254.169.254/', 'http://10.0.0.1/', 'http://[::1]/', 'http://localhost/'])
    await expect(fetchPublic({ ownOrigins: [] })(address), address).rejects.toMatchObject({ reason: 'private' })
  expect(proxy.calls).toEqual([])
})

test.each([
  ['https://api.example.com/', '', true],
  ['https://api.example.com/', 'example.com', false],
  ['https://api.example.com/', '.example.com', false],
  ['https://api.example.com/', '*.example.com', false],
  ['https://api.example.com/', 'other.example, API.example.com:443', false],
  ['https://api.example.com:8443/', 'api.example.com:443', true],
  ['https://badexample.com/', 'example.com', true],
  ['https://api.example.com/', '*', false],
  ['https://8.8.8.8/', '8.8.8.0/24', false],
  ['https://8.8.8.8/', '8.8.4.0/24', true],
  ['https://[2606:4700::1]/', '2606:4700::/32', false],
  ['https://127.0.0.1/', '', false],
  ['https://127.1.2.3/', '', false],
  ['https://[::1]/', '', false],
  ['https://localhost/', '', false],
  ['https://192.168.1.5/', '', false],
  ['https://ollama:11434/', '', false],
  ['https://nas.local/', '', false],
  ['http://api.example.com/', '', false],
])('%s with NO_PROXY=%s is proxied: %s', (address, NO_PROXY, expected) => {
  expect(isProxied(new URL(address), readProxies({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY }))).toBe(expected)
})

test('small letters win, a wrong address is named, and a report has no password', () => {
  expect(readProxies({ https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' })['https:']).toBe('http://a:1')
  expect(wrongProxy({ HTTPS_PROXY: 'proxy.example:3128' })).toBe('HTTPS_PROXY')
  expect(wrongProxy({ HTTP_PROXY: 'socks5://proxy.example' })).toBe('HTTP_PROXY')
  expect(wrongProxy({ HTTP_PROXY: 'http://proxy.example' })).toBeUndefined()
  expect(shownProxies({ HTTPS_PROXY: 'http://ann:pass@proxy:1', NO_PROXY: 'a,b' })).toEqual({
    addresses: ['http://***@proxy:1'],
    except: 'a, b',
  })
  expect(shownProxies({})).toBeUndefined()
})
