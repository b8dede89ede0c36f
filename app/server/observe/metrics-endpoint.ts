import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from './metrics.ts'

/** Answers scrapes of Prometheus. With a token, requests without it get a 401. */
export function metricsEndpoint(metrics: Pick<Metrics, 'read' | 'contentType'>, token: string | undefined) {
  return async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/metrics') return new Response('Not found: metrics are at /metrics.\n', { status: 404 })
    if (token !== undefined && !hasToken(request, token))
      return new Response('Unauthorized\n', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
    return new Response(await metrics.read(), { headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' } })
  }
}

function hasToken(request: Request, token: string): boolean {
  const sent = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
