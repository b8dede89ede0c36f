import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Locale } from '#config'
import type { InputSchemas } from '#app/contract/base/call.ts'
import type { LocalCall } from '#app/contract/base/local-call.ts'
import { negotiateLocale } from '#app/contract/base/locale.ts'
import { Problem } from '../../core/problem.ts'
import type { Standing } from '../../core/standing.ts'
import type { Env } from '../../env.ts'

export type ApiBindings = {
  /** `local` accompanies the calls of the web part in this process. */
  Bindings: { clientAddress?: string | undefined; local?: LocalCall | undefined }
  /**
   * `standing`: what the caller has left of its limit; unset if the call is not counted. `budgetOf`: the API key, if it has a budget of
   * tokens.
   */
  Variables: { requestId: string; standing: Standing | undefined; budgetOf: string | undefined }
}
type Ctx = Context<ApiBindings>

/** Seconds after which a client may try again while the database is away. */
export const unavailableSeconds = 5

export function localeOf(context: Ctx): Locale {
  return negotiateLocale(undefined, context.req.header('accept-language'))
}

export const anthropicBasePath = '/anthropic'
/** The address of the Model Context Protocol. */
export const mcpPath = '/mcp'
/** The addresses of OAuth 2.1, by which programs get access, and of the descriptions that lead there. */
export const oauthBasePath = '/oauth'
export const wellKnownPath = '/.well-known'

/** Returns the caller's credential. Anthropic's clients send a key in a header of its own. */
export function readBearer({ req }: Ctx): string | undefined {
  const [, bearer] = /^Bearer ([\w.~+/-]+=*)$/i.exec(req.header('authorization') ?? '') ?? []
  return bearer ?? (req.path.startsWith(`${anthropicBasePath}/`) ? /^[\w.~+/-]+=*$/.exec(req.header('x-api-key') ?? '')?.[0] : undefined)
}

/**
 * Returns the client's address: the one that the server `saw`, or behind a trusted proxy the last one in `x-forwarded-for`, which that
 * proxy added.
 */
export function trustedAddress(env: Env, context: Context, saw: string | undefined): string | undefined {
  const forwarded = env.TRUST_PROXY ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || saw
}

export function readClientAddress(env: Env, context: Ctx): string {
  return trustedAddress(env, context, context.env?.clientAddress) ?? 'unknown'
}

export async function readInput(schemas: InputSchemas, context: Ctx) {
  return {
    params: schemas.params && context.req.param(),
    query: schemas.query && readQuery(context),
    body: schemas.body && (await readJson(context)),
  }
}

/** Joins repeated parameters into one list; `name__in[]` is the same as `name__in`. */
function readQuery(context: Ctx): Record<string, string> {
  const byName = Map.groupBy(Object.entries(context.req.queries()), ([name]) => name.replace(/__in\[\]$/, '__in'))
  return Object.fromEntries([...byName].map(([name, sent]) => [name, sent.flatMap(([, values]) => values).join(',')]))
}

/** Rejects bodies of more than `maxSize` bytes and truncated ones. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem('payload_too_large')
    },
  })
  // Errors of later handlers reach `onError`, because they are not caught here.
  return (context, next) =>
    limit(context, next).catch((error: unknown) => Promise.reject(error instanceof Problem ? error : cutShort(error)))
}

/** Reads the raw body. */
export const readText = (context: Ctx): Promise<string> => context.req.text().catch((cause: unknown) => Promise.reject(cutShort(cause)))

/** Wraps the error of a disconnected sender, which is not logged because the server is not at fault. */
const cutShort = (cause: unknown) => new Problem('body_incomplete', { cause })

/** Reads the body as JSON; an empty one is an empty object. */
export async function readJson(context: Ctx): Promise<unknown> {
  const text = await readText(context)
  if (text === '') return {}
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(context.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', { cause })
  }
}
