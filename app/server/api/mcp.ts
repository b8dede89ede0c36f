import type { Context } from 'hono'
import { isApiKey, type KeyHolder } from '../core/identity/api-keys/authenticate-key.ts'
import { isSignInOn } from '../core/identity/programs/clients.ts'
import { Problem } from '../core/problem.ts'
import type { Runtime } from '../runtime.ts'
import { allowedOrigin } from './answers/every-answer.ts'
import { identifyProgram } from './requests/identify.ts'
import { openCancellations } from './mcp/cancellations.ts'
import { describeRpcFailure } from './mcp/rpc-failure.ts'
import { readRpc } from './mcp/read-rpc.ts'
import { maxChatBytes } from './openai.ts'
import { serveProtocol } from './protocol-server.ts'
import { type ApiBindings, localeOf, mcpPath, readBearer } from './requests/request.ts'
import { resourceMetadataUrl } from './well-known.ts'

const notAllowed = () => {
  throw new Problem('method_not_allowed')
}

/**
 * Serves the Model Context Protocol over Streamable HTTP: the stateless revision, and clients of earlier ones that initialize. The library
 * is loaded with the first request (decision 210).
 */
export function createMcp(runtime: Runtime) {
  const cancellations = openCancellations()
  return serveProtocol(runtime, {
    basePath: mcpPath,
    endpoints: [
      {
        call: { method: 'POST', path: '/' },
        async answer(_runtime, context) {
          requireOrigin(runtime, context.req.header('origin'))
          const holder = await identifyOrChallenge(runtime, context)
          if (holder instanceof Response) return holder
          const message = await readRpc(context)
          const session = context.req.header('mcp-session-id')
          const { answerRpc } = await import('./mcp/answer-rpc.ts')
          return answerRpc({ runtime, context, holder, message, requests: cancellations.of(holder.apiKeyId, session) })
        },
      },
      // There are no streams of the server, and no sessions to end.
      { call: { method: 'GET', path: '/' }, answer: notAllowed },
      { call: { method: 'DELETE', path: '/' }, answer: notAllowed },
    ],
    bodies: { paths: {}, others: maxChatBytes },
    refused: {},
    describe: describeRpcFailure,
  })
}

/**
 * Identifies the program, or answers how people sign in to it. A key that does not work is only said to be wrong: its client would otherwise
 * leave it and ask the person to sign in.
 */
async function identifyOrChallenge(runtime: Runtime, context: Context<ApiBindings>): Promise<KeyHolder | Response> {
  const bearer = readBearer(context)
  try {
    return await identifyProgram(runtime, context)
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'unauthorized'
    if (!isRefused || !isSignInOn(runtime.env) || (bearer !== undefined && isApiKey(bearer))) throw error
    const { status, headers, body } = describeRpcFailure(error, localeOf(context))
    const expired = bearer === undefined ? '' : 'error="invalid_token", '
    const challenge = `Bearer ${expired}resource_metadata="${resourceMetadataUrl(runtime.env)}"`
    return Response.json(body, { status, headers: { ...headers, 'www-authenticate': challenge } })
  }
}

/** The protocol demands that other pages are refused, beside browsers that keep them from reading the answers. */
function requireOrigin({ env }: Pick<Runtime, 'env'>, origin: string | undefined): void {
  if (origin !== undefined && allowedOrigin(env, origin) === undefined) throw new Problem('origin_not_allowed')
}
