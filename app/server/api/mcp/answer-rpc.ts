import { createMcpHandler, isSpecType, ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { config } from '#config'
import type { KeyHolder } from '../../core/identity/api-keys/authenticate-key.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { siteUrl } from '../../site-url.ts'
import { version } from '../../version.ts'
import { knownFailure } from '../protocols/known-failure.ts'
import { type ApiBindings, localeOf, readClientAddress } from '../requests/request.ts'
import type { OpenRequests } from './cancellations.ts'
import { openProgress } from './progress.ts'
import type { RpcMessage } from './read-rpc.ts'
import { failedResult } from './rpc-failure.ts'
import type { ToolResult } from './tool.ts'
import { instructions, tools } from './tools.ts'

type Answering = {
  runtime: Runtime
  context: Context<ApiBindings>
  holder: KeyHolder
  message: RpcMessage
  /** The requests of this client in progress. */
  requests: OpenRequests
}

const toolsByName = new Map(tools.map((tool) => [tool.listed.name, tool]))
const listed = tools.map((tool) => {
  if (!isSpecType.Tool(tool.listed)) throw new Error(`The protocol does not allow the tool ${tool.listed.name}.`)
  return tool.listed
})
/** Milliseconds for which clients may keep the list, which changes with a release. */
const listLifetime = 3_600_000

/** Answers a message of either revision with a server of its own: nothing is kept between requests. */
export async function answerRpc(answering: Answering): Promise<Response> {
  const { runtime, context, message, requests } = answering
  const { method, params } = message
  // A stream about changes of the list, of which there are none.
  if (method === 'subscriptions/listen') return refuseMethod(message)
  if (method === 'notifications/cancelled' && params?.requestId !== undefined) requests.cancel(params.requestId)
  const handler = createMcpHandler(({ era }) => openServer(answering, era === 'modern'), {
    onerror: (error) => runtime.logger.debug({ err: error, requestId: context.var.requestId }, 'MCP request refused'),
  })
  const response = await handler.fetch(context.req.raw, { parsedBody: message })
  // Clients of earlier revisions send it with each request. Two clients with the same key may number their requests alike.
  if (method === 'initialize' && response.ok) response.headers.set('mcp-session-id', uuidv7())
  return response
}

function refuseMethod({ id }: RpcMessage): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' }
  return Response.json({ jsonrpc: '2.0', id: id ?? null, error }, { status: 404 })
}

/** `hangsUp`: the client cancels a request by closing its connection, as in the stateless revision; in earlier ones a lost connection ends nothing. */
function openServer(answering: Answering, hangsUp: boolean): Server {
  const { runtime } = answering
  const server = new Server(
    { name: 'quartet', title: config.name, version, websiteUrl: siteUrl(runtime.env) },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: listLifetime, cacheScope: 'public' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => callTool(answering, params, { mcpReq, hangsUp }))
  return server
}

type Called = { name: string; arguments?: Record<string, unknown> | undefined }

async function callTool(
  { runtime, context, holder, requests }: Answering,
  { name, arguments: args = {} }: Called,
  { mcpReq, hangsUp }: Pick<ServerContext, 'mcpReq'> & { hangsUp: boolean },
): Promise<ToolResult> {
  const tool = toolsByName.get(name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  const locale = localeOf(context)
  using request = requests.open(mcpReq.id)
  try {
    return await tool.answer({
      runtime,
      context,
      holder,
      args,
      locale,
      clientAddress: readClientAddress(runtime.env, context),
      canceled: hangsUp ? context.req.raw.signal : request.signal,
      report: openProgress(mcpReq),
    })
  } catch (error) {
    const { requestId } = context.var
    const known = knownFailure(runtime, error, { requestId, path: context.req.path })
    if (known) return failedResult(known, locale)
    // Nobody reads the answer to a client that has left.
    if (!context.req.raw.signal.aborted && !request.signal.aborted)
      runtime.logger.error({ err: error, requestId, tool: name }, 'a tool failed')
    return failedResult(new Problem('internal'), locale, requestId)
  }
}
