import type { Context } from 'hono'
import { isResource } from '../../core/identity/programs/authorization.ts'
import { ProgramRefusal } from '../../core/identity/programs/program-refusal.ts'
import { type ApiBindings, readText } from '../requests/request.ts'

/** Reads the form of a request of OAuth. Credentials in a header are those of confidential clients, which there are none of. */
export async function readOauthForm(context: Context<ApiBindings>): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? ''))
    throw new ProgramRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded.')
  if (context.req.header('authorization') !== undefined)
    throw new ProgramRefusal('invalid_client', 'Clients are public: send client_id in the form, and no Authorization header.')
  const form = new URLSearchParams(await readText(context))
  for (const name of form.keys())
    if (name !== 'resource' && form.getAll(name).length > 1) throw new ProgramRefusal('invalid_request', `${name} is sent twice.`)
  return form
}

/** Returns a parameter of at most 2,000 characters. */
export function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new ProgramRefusal('invalid_request', `${name} is missing.`)
  if (value.length > 2_000) throw new ProgramRefusal('invalid_request', `${name} is too long.`)
  return value
}

/** Throws `invalid_target` if tokens are asked for another server. */
export function requireResource(form: URLSearchParams, siteUrl: string): void {
  if (!form.getAll('resource').every((resource) => isResource(siteUrl, resource)))
    throw new ProgramRefusal('invalid_target', 'Tokens of this server are not for this resource.')
}
