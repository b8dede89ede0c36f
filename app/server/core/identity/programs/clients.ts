import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { programClients } from '#app/server/db/schema/programs.ts'
import type { Env } from '#app/server/env.ts'
import { makeSecret } from '../../secret.ts'
import { isClientAddress, readClientDocument, shownName } from './client-document.ts'
import { ProgramRefusal } from './program-refusal.ts'

export type Client = {
  id: string
  name: string
  /** The host that the program has proven to be of; null if nothing is proven. */
  host: string | null
  redirectUris: readonly string[]
}

/** Which programs may ask, and whether those of the operator's network may. */
export type ClientSettings = Pick<Env, 'MCP' | 'MCP_CLIENT_METADATA' | 'MCP_CLIENT_REGISTRATION' | 'MCP_CLIENT_ORIGINS'>

/** The command line of this product, which signs in by a code only. */
export const commandLine: Client = { id: 'quartet-cli', name: 'Quartet CLI', host: null, redirectUris: [] }

const registeredPrefix = 'qc_'

/** Whether programs can ask people for access in the browser. */
export const isSignInOn = (env: ClientSettings): boolean => env.MCP && (env.MCP_CLIENT_METADATA || env.MCP_CLIENT_REGISTRATION)

/** Registers a program. Its id says nothing of who it is. */
export async function registerClient(db: Database, client: { name: string | undefined; redirectUris: readonly string[] }): Promise<Client> {
  const { redirectUris } = client
  const row = { id: `${registeredPrefix}${makeSecret()}`, name: shownName(client.name, 'MCP client'), redirectUris: [...redirectUris] }
  await db.insert(programClients).values(row)
  return { ...row, host: null }
}

/** Finds a program by its id, and reads its description if the id is an address; throws `invalid_client`. */
export async function findClient(db: Database, env: ClientSettings, id: string): Promise<Client> {
  if (isSignInOn(env) && env.MCP_CLIENT_METADATA && isClientAddress(id, env.MCP_CLIENT_ORIGINS)) return findByAddress(db, env, id)
  const known =
    isSignInOn(env) && env.MCP_CLIENT_REGISTRATION && id.startsWith(registeredPrefix)
      ? (await db.select().from(programClients).where(eq(programClients.id, id)))[0]
      : undefined
  if (!known) throw new ProgramRefusal('invalid_client', 'This client_id is not known. Register again.')
  return { ...known, host: null }
}

async function findByAddress(db: Database, { MCP_CLIENT_ORIGINS: ownOrigins }: ClientSettings, id: string): Promise<Client> {
  const { host } = new URL(id)
  const [known] = await db
    .select()
    .from(programClients)
    .where(
      and(
        eq(programClients.id, id),
        sql`${programClients.readAt} > now() - make_interval(secs => ${config.programs.clients.readAgainAfter})`,
      ),
    )
  if (known) return { ...known, host }
  const read = await readClientDocument(id, { ownOrigins })
  const row = { ...read, readAt: sql`now()` }
  await db
    .insert(programClients)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: programClients.id, set: row })
  return { id, ...read, host }
}

/** Deletes programs that nobody has given access for a day after they asked to be known, and those that nobody has used for long. */
export async function sweepClients(db: Database): Promise<void> {
  const { clients, refreshMaxAge } = config.programs
  const before = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
  await db.delete(programClients).where(and(isNull(programClients.lastUsedAt), lt(programClients.createdAt, before(clients.unusedMaxAge))))
  await db.delete(programClients).where(lt(programClients.lastUsedAt, before(refreshMaxAge)))
}
