import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { signUp } from '../fixtures/api-client.ts'
import { listServerFunctions } from '../fixtures/server-functions.ts'
import { startServer } from '../fixtures/server.ts'

const call = { method: 'POST', body: '{"email":"ann@', type: 'application/json' }
const form = {
  method: 'POST',
  body: '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nhalf',
  type: 'multipart/form-data; boundary=x',
}
const page = { method: 'GET', body: '', type: undefined }

test('clients that hang up in the middle of a request or of a page leave no error in the log', { tags: 'full' }, async () => {
  await using server = await startServer({ built: true, env: { LOG_LEVEL: 'warn' } })
  const { token } = (await signUp(server.url)).tokens
  const signIn = listServerFunctions().find(({ name }) => name === 'signIn')?.id

  /** Disconnects as soon as the server handles the request, or as soon as its response starts. */
  async function hangUp(path: string, { method, body, type }: typeof call | typeof page, when: 'started' | 'answered', framing: string) {
    const socket = connect(server.port, '127.0.0.1')
    // Node's server sends "100 Continue" when it passes a request to its handler.
    const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${server.port}`, 'expect: 100-continue', `authorization: Bearer ${token}`]
    const headers = [`cookie: auth.token=${token}`, 'accept: text/html', 'sec-fetch-site: same-origin', 'x-tsr-serverfn: true']
    socket.write([...lines, ...headers, ...(type ? [`content-type: ${type}`, framing] : []), '', ''].join('\r\n'))
    let read = ''
    while (!read.startsWith('HTTP/1.1 100') || (when === 'answered' && !read.includes('\r\n\r\nHTTP/1.1 200')))
      read += String((await once(socket, 'data'))[0])
    if (body) socket.write(framing === 'transfer-encoding: chunked' ? `40\r\n${body}` : body)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }

  for (const framing of ['content-length: 1000', 'transfer-encoding: chunked']) {
    for (const path of [
      '/api/v1/auth/sign-in',
      '/api/v1/payments/test/webhook',
      '/openai/v1/chat/completions',
      `/_serverFn/${signIn}`,
      '/signin',
    ])
      await hangUp(path, call, 'started', framing)
    for (const path of ['/api/v1/uploads', '/api/v1/me/avatar', `/_serverFn/${signIn}`]) await hangUp(path, form, 'started', framing)
  }
  for (const path of [
    '/dashboard/video',
    '/profile/settings',
    '/profile/tokens',
    '/signin',
    '/legal/terms?x=1',
    '/unknown',
    '/api/v1/generations/events',
  ])
    await hangUp(path, page, 'started', '')
  for (const path of ['/dashboard/video', '/legal/terms?x=1', '/api/v1/generations/events', '/api/v1/openapi.json'])
    await hangUp(path, page, 'answered', '')

  // When these whole pages have arrived, the interrupted ones have been given up.
  for (const path of ['/dashboard/video', '/legal/terms?x=2'])
    expect(
      await (await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', cookie: `auth.token=${token}` } })).text(),
    ).toContain('</html>')
  await server.kill('SIGTERM')
  expect(
    server
      .stdout()
      .split('\n')
      .filter((line) => /"level":[456]0/.test(line)),
  ).toEqual([])
  expect(server.stderr()).toBe('')
})
