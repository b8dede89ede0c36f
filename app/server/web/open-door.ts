import type { RequestListener, Server } from 'node:http'
import { config } from '#config'
import type { Env } from '../env.ts'
import { problemAnswer, startingAnswer } from './error-answers.ts'
import { guardHost } from './guard-host.ts'
import { healthAnswers } from './health-answers.ts'
import { openHttpServer } from './http-server.ts'

export type Door = {
  server: Server
  /** Hands further requests to the app. */
  serve(listener: RequestListener): void
}

/**
 * Listens before the database is open, because migrations of a large one take longer than probes wait: `health` is 200, `ready` is 503 with
 * the check `migrating`, and everything else is asked to come back.
 */
export function openDoor(env: Pick<Env, 'PUBLIC_URL' | 'HOST' | 'TRUST_PROXY' | 'PORT'>): Promise<Door> {
  const starting = guardHost(
    (incoming, outgoing) => {
      const { cookie = '', 'accept-language': language = '' } = incoming.headers
      const url = new URL(incoming.url?.startsWith('/') ? incoming.url : '/', 'http://localhost')
      const response = answer(new Request(url, { headers: { cookie, 'accept-language': language } }))
      // The body of the request is not read, so the connection cannot be used again.
      outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), connection: 'close' })
      void response.text().then((body) => outgoing.end(body))
    },
    { env },
  )
  const server = openHttpServer(starting)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, () => {
      server.off('error', reject)
      resolve({
        server,
        serve(listener) {
          server.off('request', starting)
          server.on('request', listener)
        },
      })
    })
  })
}

function answer(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === `${config.api.basePath}/v1/health`) return healthAnswers.health()
  if (pathname === `${config.api.basePath}/v1/ready`) return problemAnswer(request, 'not_ready', { values: { checks: 'migrating' } })
  return startingAnswer(request)
}
