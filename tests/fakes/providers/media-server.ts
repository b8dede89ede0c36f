import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type MediaCall = { method: string; path: string; headers: IncomingMessage['headers']; body: string; origin: string }
export type MediaAnswer =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; headers?: Record<string, string>; bytes: Uint8Array }
  /** Server-sent events; a promise delays those after it. With an `end`, the stream breaks off or stays open after them. */
  | { events: readonly (object | Promise<void>)[]; end?: 'reset' | 'open' }
  | 'reset'
  | 'silent'

/** Starts a local service that records its requests. The first route with a response wins; otherwise the response is 404. */
export async function startMediaServer(...routes: ((call: MediaCall) => MediaAnswer | undefined)[]) {
  const calls: MediaCall[] = []
  /** Calls whose client disconnected before the end of the response. */
  const hungUp: MediaCall[] = []
  /** Routes behind the one that responds do not see the call, because they may count calls. */
  function answerOf(call: MediaCall): MediaAnswer {
    for (const route of routes) {
      const answer = route(call)
      if (answer !== undefined) return answer
    }
    return { status: 404, json: { error: 'Not found' } }
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call: MediaCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: (await buffer(request)).toString('latin1'),
      origin: `http://${request.headers.host}`,
    }
    calls.push(call)
    response.on('close', () => !response.writableFinished && hungUp.push(call))
    const answer = answerOf(call)
    if (answer === 'silent') return
    if (answer === 'reset') return void request.socket.destroy()
    if ('events' in answer) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      for (const event of answer.events) {
        if (event instanceof Promise) {
          await event
          continue
        }
        const type = 'type' in event ? `event: ${String(event.type)}\n` : ''
        await new Promise((resolve) => response.write(`${type}data: ${JSON.stringify(event)}\n\n`, resolve))
      }
      if (answer.end === 'reset') request.socket.destroy()
      else if (answer.end !== 'open') response.end()
      return
    }
    const isJson = 'json' in answer
    response.writeHead(answer.status ?? 200, {
      'content-type': isJson ? 'application/json' : 'application/octet-stream',
      ...answer.headers,
    })
    response.end(isJson ? JSON.stringify(answer.json) : answer.bytes)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    hungUp,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Strings that no response, log or row of ours may contain. */
export const mediaSecrets = { key: 'sk-media-SECRETKEY1234567890', words: 'UPSTREAM-WORDS' }

/** Real error bodies of the services, chosen by the model's name or by the prompt. */
export function failMedia({ body, path }: MediaCall): MediaAnswer | undefined {
  const { key, words } = mediaSecrets
  const says = (name: string) => body.includes(`fault-${name}`) || path.includes(`fault-${name}`)
  const error = (status: number, code: string, message = words, headers: Record<string, string> = {}) => ({
    status,
    headers,
    json: { error: { message, type: 'error', param: null, code } },
  })
  if (says('key')) return error(401, 'invalid_api_key', `Incorrect API key provided: ${key}. ${words}`)
  if (says('forbidden')) return error(403, 'permission_denied')
  if (says('gone')) return error(404, 'model_not_found')
  if (says('input')) return error(400, 'invalid_value')
  if (says('refused')) return error(400, 'moderation_blocked', `Your request was rejected by the safety system. ${words}`)
  if (says('busy')) return error(429, 'rate_limit_exceeded', words, { 'retry-after': '7' })
  if (says('quota')) return error(429, 'insufficient_quota', `You exceeded your current quota. ${words}`)
  if (says('broken')) return error(500, 'server_error')
  if (says('html')) return { status: 502, headers: { 'content-type': 'text/html' }, bytes: Buffer.from(`<html>${words}</html>`) }
  if (says('reset')) return 'reset'
  if (says('silent')) return 'silent'
  return undefined
}
