import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import type { JobName } from '../../queue/queue.ts'

/** The queue that a run of this model goes through. */
export function jobOf(providers: Providers, model: Pick<ProviderModel, 'provider'> | undefined): JobName & `run-${string}` {
  return model && providers.isRemote(model) ? 'run-remote' : 'run-generation'
}

/** For a job that does not say: one of a queue that has been recovered. */
export async function isRemoteRun(db: Database, { providers, id }: { providers: Providers; id: string }): Promise<boolean> {
  const [row] = await db.select({ model: generations.model }).from(generations).where(eq(generations.id, id))
  const model = row && (await providers.find(row.model))
  return model !== undefined && providers.isRemote(model)
}
