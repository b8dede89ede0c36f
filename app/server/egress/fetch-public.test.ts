import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { fetchPublic, requestPublic } from './fetch-public.ts'
import { publicLookup } from './public-address.ts'

const { signal } = new AbortController()

test('an address from outside cannot lead to a private address, by number, by name or by a redirect', async () => {
  await using inside = await startMediaServer(() => ({ json: {} }))
  await using own = await startMediaServer(() => ({ status: 302, headers: { location: inside.url }, json: {} }))
  const { port } = new URL(inside.url)
  const send = fetchPublic({ ownOrigins: [own.url], follows: true })
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:7f00:1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '①②⑦.0.0.1',
  ])
    await expect(send(`http://${host}:${port}/`), host).rejects.toMatchObject({ name: 'EgressRefused', reason: 'private' })
  await expect(send('http://169.254.169.254/latest/meta-data')).rejects.toMatchObject({ reason: 'private' })
  await expect(send(own.url)).rejects.toMatchObject({ reason: 'private' })
  for (const ask of [send, (address: string) => requestPublic(address, { ownOrigins: [own.url], signal })])
    await expect(ask(`http://user:pass@127.0.0.1:${port}/`)).rejects.toMatchObject({ name: 'EgressRefused' })
  expect(inside.calls).toEqual([])
})

test('a redirect is followed only where a caller wants it, and only a few times', async () => {
  await using own = await startMediaServer(({ path }) =>
    path === '/end' ? { json: { ok: true } } : { status: 302, headers: { location: path === '/ring' ? '/ring' : '/end' }, json: {} },
  )
  await expect(fetchPublic({ ownOrigins: [own.url] })(own.url)).rejects.toMatchObject({ reason: 'redirects' })
  expect(await (await fetchPublic({ ownOrigins: [own.url], follows: true })(own.url)).json()).toEqual({ ok: true })
  await expect(fetchPublic({ ownOrigins: [own.url], follows: true })(`${own.url}/ring`)).rejects.toMatchObject({ reason: 'redirects' })
})

test('keys are sent to an own origin only', async () => {
  await using own = await startMediaServer(() => ({ json: {} }))
  await using other = await startMediaServer(() => ({ status: 302, headers: { location: own.url }, json: {} }))
  const keys = { authorization: 'Bearer k-secret' }
  await expect(requestPublic(other.url, { keys, ownOrigins: [own.url], signal })).rejects.toMatchObject({ reason: 'origin' })
  expect(other.calls).toEqual([])
  const passedOn = await requestPublic(other.url, { keys, ownOrigins: [own.url, other.url], signal, follow: 1 })
  passedOn.destroy()
  expect([other.calls[0]?.headers.authorization, own.calls[0]?.headers.authorization]).toEqual(['Bearer k-secret', undefined])
})

test('a form is sent as one, and the response is that of the server', async () => {
  await using own = await startMediaServer(({ method }) =>
    method === 'HEAD' ? { status: 204, json: {} } : { status: 418, json: { a: 1 } },
  )
  const send = fetchPublic({ ownOrigins: [own.url] })
  const response = await send(own.url, {
    method: 'POST',
    body: new URLSearchParams({ code: 'a b' }),
    headers: { accept: 'application/json' },
  })
  expect([response.status, await response.json()]).toEqual([418, { a: 1 }])
  expect(own.calls).toMatchObject([{ method: 'POST', body: 'code=a+b', headers: { accept: 'application/json' } }])
  expect(own.calls[0]?.headers['content-type']).toMatch('application/x-www-form-urlencoded')
})

test('a name and a password are sent to the mirror that the operator has named with them', async () => {
  await using own = await startMediaServer(() => ({ json: {} }))
  const { host } = new URL(own.url)
  await fetchPublic({ ownOrigins: [own.url] })(`http://me:pass@${host}/a`)
  expect(own.calls[0]?.headers.authorization).toBe(`Basic ${btoa('me:pass')}`)
})

test('a stopped request ends its response', async () => {
  await using own = await startMediaServer(() => 'silent')
  const stop = new AbortController()
  const asked = fetchPublic({ ownOrigins: [own.url] })(own.url, { signal: stop.signal })
  stop.abort()
  await expect(asked).rejects.toThrow('aborted')
})

test('a name is resolved once, and the connection goes to the address that was checked', () => {
  const answers: LookupAddress[][] = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  const lookup = publicLookup((_name, _options, callback) => callback(null, answers.shift() ?? []))
  const seen: unknown[] = []
  lookup('rebound.example', {}, (error, address) => seen.push(error ?? address))
  lookup('rebound.example', {}, (error) => seen.push(error))
  expect(seen).toEqual(['8.8.8.8', expect.objectContaining({ reason: 'private' })])
})

test('a name with a private address beside public ones is refused', () => {
  const found = [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  const lookup = publicLookup((_name, _options, callback) => callback(null, found))
  const seen: unknown[] = []
  lookup('mixed.example', { all: true }, (error) => seen.push(error))
  expect(seen).toMatchObject([{ reason: 'private' }])
})
