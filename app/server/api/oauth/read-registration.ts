import type { Context } from 'hono'
import * as v from 'valibot'
import { clientDocumentSchema } from '../../core/identity/programs/client-document.ts'
import { ProgramRefusal } from '../../core/identity/programs/program-refusal.ts'
import { type ApiBindings, readJson } from '../requests/request.ts'

/** Reads what a program says of itself when it registers. The way it would like to prove who it is does not matter: it gets none. */
export async function readRegistration(context: Context<ApiBindings>): Promise<v.InferOutput<typeof clientDocumentSchema>> {
  const read = v.safeParse(clientDocumentSchema, await readJson(context))
  if (read.success) return read.output
  if (read.issues.some(({ path }) => path?.[0]?.key === 'redirect_uris'))
    throw new ProgramRefusal(
      'invalid_redirect_uri',
      'redirect_uris must list 1 to 20 addresses with https:, of this device (http://localhost), or of an app (com.example.app:/).',
    )
  throw new ProgramRefusal('invalid_client_metadata', 'The metadata is not valid.')
}
