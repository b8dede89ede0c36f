import type { Context } from 'hono'
import type { Locale } from '#config'
import { negotiateLocale } from '#app/contract/locale.ts'
import { Problem } from '../core/problem.ts'
import type { Env } from '../env.ts'
import type { ApiBindings, InputSchemas } from './endpoint.ts'

type Ctx = Context<ApiBindings>

export function localeOf(context: Ctx): Locale {
  return negotiateLocale(undefined, context.req.header('accept-language'))
}

export function readBearer(context: Ctx): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(context.req.header('authorization') ?? '')?.[1]
}

/** The address the hosting server `saw`, unless the operator says that a proxy in front knows better: the last one is what that proxy added. */
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

/** Repeated parameters of one name are one list. */
function readQuery(context: Ctx): Record<string, string> {
  return Object.fromEntries(Object.entries(context.req.queries()).map(([name, values]) => [name, values.join(',')]))
}

async function readJson(context: Ctx): Promise<unknown> {
  const text = await context.req.text()
  if (text === '') return {}
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(context.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', { cause })
  }
}
