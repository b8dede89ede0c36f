import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { withPublicProtocol } from './public-protocol.ts'

/** Returns the protocol that the pages and the first bytes of the answer see. */
async function protocolAt(publicUrl: string | undefined, headers: IncomingHttpHeaders): Promise<unknown> {
  const pages = getRequestListener(({ headers: seen }) => Response.json(seen.get('x-forwarded-proto')))
  const server = createServer(withPublicProtocol((incoming, outgoing) => void pages(incoming, outgoing), publicUrl))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(JSON.parse(text)))
    })
      .on('error', reject)
      .end()
  })
}

const site = 'https://quartet.example'
test.each<[string, string | undefined, IncomingHttpHeaders, string | null]>([
  ['a proxy that sends no protocol', site, { host: 'quartet.example' }, 'https'],
  ['a proxy that sends neither protocol nor host, at a call', site, { host: '127.0.0.1:3000', origin: site }, 'https'],
  ['… and at a page of a signed-in person', site, { host: '127.0.0.1:3000', cookie: 'a=b; __Host-auth.token=c' }, 'https'],
  ['a second proxy that sends its own protocol', site, { host: 'quartet.example', 'x-forwarded-proto': 'http', origin: site }, 'https'],
  ['plain HTTP on the public name, as a proxy says', site, { host: 'quartet.example', 'x-forwarded-proto': 'http' }, 'http'],
  ['plain HTTP from this network', site, { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }, null],
  ['a public URL without TLS', 'http://quartet.local', { host: 'quartet.local' }, null],
  ['no public URL', undefined, { host: 'quartet.example' }, null],
])('the protocol of the browser is that of PUBLIC_URL: %s', async (_name, publicUrl, headers, expected) => {
  expect(await protocolAt(publicUrl, headers)).toBe(expected)
})
