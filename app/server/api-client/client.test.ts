import { expect, test } from 'vitest'
import * as v from 'valibot'
import { config } from '#config'
import { type ApiRequest, callApi } from './client.ts'

/** Makes a call and returns the request that reached the transport. */
async function requestOf(request: Partial<ApiRequest>): Promise<Request> {
  const requests: Request[] = []
  const result = await callApi(
    {
      transport: (request) => {
        requests.push(request)
        return Promise.resolve(Response.json({}))
      },
      locale: 'ru',
      clientAddress: undefined,
      userAgent: undefined,
    },
    { method: 'GET', path: '/v1/models', ...request },
    v.object({}),
  )
  expect(result).toEqual({ ok: true, data: {} })
  const [sent, ...more] = requests
  if (!sent || more.length > 0) throw new Error('The call did not send exactly one request.')
  return sent
}

test('a call goes to the configured API base plus its path, with the given query only', async () => {
  const { pathname, search } = new URL((await requestOf({ path: '/v1/models', query: { type__in: 'image', limit: undefined } })).url)
  expect(pathname).toBe(`${config.api.basePath}/v1/models`)
  expect(search).toBe('?type__in=image')
})

test.each(['GET', 'POST', 'DELETE', 'PATCH', 'PUT'] as const)('a call can be made with %s', async (method) => {
  expect((await requestOf({ method })).method).toBe(method)
})

test('a body is sent as application/json', async () => {
  const request = await requestOf({ method: 'POST', body: { email: 'ann@example.org' } })
  expect(request.headers.get('content-type')).toBe('application/json')
  expect(await request.json()).toEqual({ email: 'ann@example.org' })
})

test('form data is sent as form data, with its boundary', async () => {
  const body = new FormData()
  body.set('file', new File(['abc'], 'a.txt'))
  const request = await requestOf({ method: 'POST', body })
  expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; ?boundary=/)
  expect((await request.formData()).get('file')).toBeInstanceOf(File)
})

test('the Authorization header carries the access token when there is one', async () => {
  expect((await requestOf({ accessToken: 'abc' })).headers.get('authorization')).toBe('Bearer abc')
})

test.each([undefined, '', 'null', 'undefined'])('a call without an access token (%j) has no Authorization header', async (accessToken) => {
  expect((await requestOf({ accessToken })).headers.has('authorization')).toBe(false)
})

test.each([
  ['a page of a proxy', () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }), 502, 'internal'],
  ['a page in place of JSON', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 500, 'unreadable'],
  ['half of an answer', () => new Response('{"id":', { headers: { 'content-type': 'application/json' } }), 500, 'unreadable'],
])('%s is a failure without words, and the log says so once', async (_name, answer, statusCode, code) => {
  const reports: string[] = []
  const options = {
    transport: () => Promise.resolve(answer()),
    locale: 'en',
    clientAddress: undefined,
    userAgent: undefined,
    report: (_error: unknown, what: string) => String(reports.push(what)),
  } as const
  const result = await callApi(options, { method: 'GET', path: `/v1/${code}` }, v.object({}))
  expect(result).toMatchObject({ ok: false, error: { statusCode, code, detail: '' } })
  expect(reports[0]).toContain('is not JSON')
})
