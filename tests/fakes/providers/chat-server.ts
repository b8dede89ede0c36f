import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'

/** A piece of an answer, in the order in which it is streamed. */
export type ChatPiece =
  | { text: string }
  | { thought: string }
  | { call: { index: number; id?: string; name?: string; arguments: string } }
  | { wait: Promise<void> }
export type ChatServerUsage = {
  prompt_tokens: number
  completion_tokens: number
  prompt_tokens_details?: { cached_tokens: number }
  completion_tokens_details?: { reasoning_tokens: number }
}
export type ChatAnswer =
  | { pieces: readonly ChatPiece[]; finish?: string; usage?: ChatServerUsage }
  | { status: number; error: object; headers?: Record<string, string> }

const bodySchema = v.looseObject({ model: v.string(), messages: v.array(v.looseObject({ role: v.string() })) })
export type ChatBody = v.InferOutput<typeof bodySchema>

/** Starts a server with OpenAI's chat protocol, by its reference of 2026-11-29, that answers as its script says and keeps what it was sent. */
export async function openChatServer() {
  const seen: ChatBody[] = []
  const open = { script: (_body: ChatBody): ChatAnswer | Promise<ChatAnswer> => ({ pieces: [{ text: 'Hello' }] }) }
  const server = createServer(async (request, response) => {
    const body = v.parse(v.pipe(v.string(), v.parseJson(), bodySchema), await text(request))
    seen.push(body)
    const answer = await open.script(body)
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify({ error: answer.error }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (event: object) =>
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: body.model, ...event })}\n\n`)
    const chunk = (delta: object, finish_reason: string | null = null) => send({ choices: [{ index: 0, delta, finish_reason }] })
    for (const piece of answer.pieces) {
      if ('wait' in piece) await piece.wait
      else if ('text' in piece) chunk({ content: piece.text })
      else if ('thought' in piece) chunk({ reasoning_content: piece.thought })
      else {
        const { index, id, name, arguments: written } = piece.call
        chunk({
          tool_calls: [
            {
              index,
              ...(id !== undefined && { id, type: 'function' }),
              function: { ...(name !== undefined && { name }), arguments: written },
            },
          ],
        })
      }
    }
    const called = answer.pieces.some((piece) => 'call' in piece)
    chunk({}, answer.finish ?? (called ? 'tool_calls' : 'stop'))
    const usage = answer.usage ?? { prompt_tokens: 10, completion_tokens: 5 }
    send({ choices: [], usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } })
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies string | AddressInfo | null)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    answers(script: (typeof open)['script']) {
      seen.length = 0
      open.script = script
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
