import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { idleMs, openHttpServer } from './http-server.ts'

/** Seconds for which proxies keep an idle connection, the longest of which is that of Google Cloud. */
const proxies = { caddy: 120, nginx: 60, aws: 60, google: 600 }

test('idle connections outlive those of every proxy, and the server announces it', async () => {
  const server = openHttpServer((_incoming, outgoing) => outgoing.end('ok'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const sent = request({ agent, port: typeof address === 'object' ? address?.port : 0, host: '127.0.0.1', method: 'POST' }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  expect(answer.headers['keep-alive']).toBe(`timeout=${idleMs / 1000}`)
  for (const seconds of Object.values(proxies)) expect(server.keepAliveTimeout).toBeGreaterThan(seconds * 1000)
})
