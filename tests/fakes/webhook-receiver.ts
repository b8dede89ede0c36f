import { createServer, type IncomingHttpHeaders } from 'node:http'

export type ReceivedCall = { id: string; headers: IncomingHttpHeaders; body: string; type: string; path: string }
/** The status of the answer, with a body or a place to go to; `silence` never answers. */
export type ReceiverAnswer = number | { status: number; body?: string; location?: string } | 'silence'

/** A server of a person that gets webhooks, on loopback. It notes every call and answers as the test says. */
export async function startWebhookReceiver(answer: (call: ReceivedCall) => ReceiverAnswer = () => 200) {
  const calls: ReceivedCall[] = []
  const receiver = { answer }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const id = String(request.headers['webhook-id'])
      const type = /"type":"([^"]+)"/.exec(body)?.[1] ?? ''
      const call = { id, headers: request.headers, body, type, path: request.url ?? '' }
      calls.push(call)
      const given = receiver.answer(call)
      if (given === 'silence') return
      const { status, body: text = '', location } = typeof given === 'number' ? { status: given } : given
      response.writeHead(status, location === undefined ? {} : { location }).end(text)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    url: `${origin}/hook`,
    calls,
    /** Answers from now on as given. */
    answerBy: (next: typeof answer) => void (receiver.answer = next),
    of: (type: string) => calls.filter((call) => call.type === type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
