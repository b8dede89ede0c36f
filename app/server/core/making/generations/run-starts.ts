import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { GenerationRow } from './to-generation.ts'

/** A place at a service for a run that is not yet written. Disposed before the run begins, it is given back. */
export type ReservedStart = AsyncDisposable & {
  /** The worker that is to hold the run's claim. */
  workerId: string
  /** Begins the run, whose row is committed with the claim of this worker. */
  begin(row: GenerationRow): void
}

type Reserve = (model: ProviderModel) => Promise<ReservedStart | undefined>

/** Starts runs in the process that accepted them, if it has a worker. Without one, or without a place, a run waits for its job. */
export type RunStarts = {
  reserve: Reserve
  /** Called by the worker of this process. Returns a function that withdraws it. */
  serve(reserve: Reserve): () => void
}

export function openRunStarts(): RunStarts {
  let worker: Reserve | undefined
  return {
    reserve: async (model) => worker?.(model),
    serve(reserve) {
      worker = reserve
      return () => {
        if (worker === reserve) worker = undefined
      }
    },
  }
}
