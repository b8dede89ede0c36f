import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { moverTo, remoteTransport } from './transport.ts'

test.each([
  ['http://api:3000', 'http://api:3000/api/v1/models?type__in=image'],
  ['http://api:3000/', 'http://api:3000/api/v1/models?type__in=image'],
  ['http://api:3000/api', 'http://api:3000/api/v1/models?type__in=image'],
  ['http://api:3000/pre/fix', 'http://api:3000/pre/fix/api/v1/models?type__in=image'],
  ['http://api:3000/pre/fix/', 'http://api:3000/pre/fix/api/v1/models?type__in=image'],
  ['http://api:3000/pre/fix/api/', 'http://api:3000/pre/fix/api/v1/models?type__in=image'],
  ['http://api:3000/my-api', 'http://api:3000/my-api/api/v1/models?type__in=image'],
  ['https://user:name@api/pre', 'https://api/pre/api/v1/models?type__in=image'],
])('a call goes to the configured API base, its path included: %s', (base, url) => {
  expect(moverTo(base)('http://api.internal/api/v1/models?type__in=image')).toBe(url)
})

test('other paths of the API’s server are below the same path', () => {
  for (const base of ['http://api/pre', 'http://api/pre/api'])
    expect(moverTo(base)('http://localhost/openai/v1/models')).toBe('http://api/pre/openai/v1/models')
})

test('a call of an API in another process keeps its method, headers and body', async () => {
  const received: unknown[] = []
  async function receive(request: IncomingMessage, response: ServerResponse) {
    received.push([request.method, request.url, request.headers.authorization, await text(request)])
    response.end('ok')
  }
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const transport = remoteTransport(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/pre/fix`)
  const request = new Request('http://api.internal/api/v1/me', { method: 'PATCH', body: '{}', headers: { authorization: 'Bearer a' } })
  expect(await (await transport(request, { clientAddress: undefined })).text()).toBe('ok')
  server.close()
  expect(received).toEqual([['PATCH', '/pre/fix/api/v1/me', 'Bearer a', '{}']])
})

test('a redirect of an API in another process is left to the browser, and the access token goes nowhere else', async () => {
  await using bucket = await startMediaServer(() => ({ json: {} }))
  await using api = await startMediaServer(() => ({ status: 302, headers: { location: bucket.url }, json: {} }))
  const request = new Request('http://pages.example/api/v1/files/a', { headers: { authorization: 'Bearer token' } })
  const response = await remoteTransport(api.url)(request, { clientAddress: undefined })
  expect([response.status, response.headers.get('location')]).toEqual([302, bucket.url])
  expect([api.calls.length, bucket.calls.length]).toEqual([1, 0])
})
