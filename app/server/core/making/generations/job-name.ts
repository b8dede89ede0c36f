import { eq } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { JobName } from '#app/server/queue/queue.ts'

/** Returns the queue for runs of this model. */
export function jobOf(providers: Providers, model: Pick<ProviderModel, 'provider'> | undefined): JobName & `run-${string}` {
  return model && providers.isRemote(model) ? 'run-remote' : 'run-generation'
}

/** Whether a run belongs into the queue for remote runs, for jobs that do not say so, such as recovered ones. */
export async function isRemoteRun(db: Database, { providers, id }: { providers: Providers; id: string }): Promise<boolean> {
  const [row] = await db
    .select({ model: generations.model, version: generations.modelVersion })
    .from(generations)
    .where(eq(generations.id, id))
  const model = row && (await providers.find(row.model, row.version))
  return model !== undefined && providers.isRemote(model)
}
