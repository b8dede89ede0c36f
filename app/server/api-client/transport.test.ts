import { expect, test } from 'vitest'
import { startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { remoteTransport } from './transport.ts'

test('a redirect of an API in another process is left to the browser, and the access token goes nowhere else', async () => {
  await using bucket = await startMediaServer(() => ({ json: {} }))
  await using api = await startMediaServer(() => ({ status: 302, headers: { location: bucket.url }, json: {} }))
  const request = new Request('http://pages.example/api/v1/files/a', { headers: { authorization: 'Bearer token' } })
  const response = await remoteTransport(api.url)(request, { clientAddress: undefined })
  expect([response.status, response.headers.get('location')]).toEqual([302, bucket.url])
  expect([api.calls.length, bucket.calls.length]).toEqual([1, 0])
})
