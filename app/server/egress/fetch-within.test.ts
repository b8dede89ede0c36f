import { expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { fetchWithin } from './fetch-within.ts'
import { openSocket } from './open-socket.ts'

const key = { headers: { authorization: 'Bearer k-secret' } }

test('a request reaches the origin that it is allowed, which may be private', async () => {
  await using own = await startMediaServer(() => ({ json: { ok: true } }))
  const response = await fetchWithin([`${own.url}/v1`])(`${own.url}/elsewhere?a=1`, key)
  expect(await response.json()).toEqual({ ok: true })
  expect(own.calls).toMatchObject([{ path: '/elsewhere?a=1', headers: { authorization: 'Bearer k-secret' } }])
})

test('a request to any other origin is refused before a connection is opened', async () => {
  await using other = await startMediaServer(() => ({ json: {} }))
  const { port } = new URL(other.url)
  const send = fetchWithin(['https://api.example.com/v1'])
  const addresses = [
    other.url,
    `http://localhost:${port}/`,
    `http://api.example.com@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}\\@api.example.com/`,
    'http://api.example.com/v1',
    'https://api.example.com:8443/v1',
    'https://api.example.com.evil.example/v1',
    '//api.example.com/v1',
    'file:///etc/passwd',
    'data:text/plain,a',
  ]
  for (const address of addresses) await expect(send(address, key), address).rejects.toThrow('a request was not sent')
  await expect(send(new Request(other.url, key))).rejects.toThrow('a request was not sent')
  expect(other.calls).toEqual([])
})

test('a redirect is not followed, whatever the caller asks for', async () => {
  await using other = await startMediaServer(() => ({ json: {} }))
  await using own = await startMediaServer(() => ({ status: 307, headers: { location: other.url }, json: {} }))
  const send = fetchWithin([own.url])
  await expect(send(own.url, key)).rejects.toThrow('fetch failed')
  await expect(send(own.url, { ...key, redirect: 'follow' })).rejects.toThrow('fetch failed')
  await expect(send(new Request(own.url, { ...key, redirect: 'follow' }))).rejects.toThrow('fetch failed')
  expect((await send(own.url, { ...key, redirect: 'manual' })).status).toBe(307)
  expect(other.calls).toEqual([])
})

test('a name and a password in an address become a header, unless there is a key', async () => {
  await using own = await startMediaServer(() => ({ json: {} }))
  const { host } = new URL(own.url)
  const send = fetchWithin([own.url])
  await send(`http://me:p%40ss@${host}/a`)
  await send(`http://me:100%@${host}/b`)
  await send(`http://me:pass@${host}/c`, key)
  expect(own.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/a', `Basic ${btoa('me:p@ss')}`],
    ['/b', `Basic ${btoa('me:100%')}`],
    ['/c', 'Bearer k-secret'],
  ])
})

test('a WebSocket is opened at the server that the operator configured, and nowhere else', async () => {
  await using other = await startMediaServer(() => ({ json: {} }))
  const open = () => openSocket(other.url.replace('http', 'ws'), { server: 'http://127.0.0.1:1', headers: key.headers })
  expect(open).toThrow('a request was not sent')
  expect(other.calls).toEqual([])
})
