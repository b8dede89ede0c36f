import type { CreateGeneration, GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Kind, ModelTask } from '#app/contract/base/values.ts'
import { followGeneration } from '../../core/library/events/follow-generation.ts'
import { StreamEnded } from '../../core/library/events/open-streams.ts'
import type { Reader } from '../../core/library/events/readers.ts'
import { watchAccess } from '../../core/library/events/watch-access.ts'
import type { SentProgram } from '../../core/making/generations/program-turns.ts'
import { refuseSilentVideos } from '../../core/making/runs/refuse-silent-videos.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { Problem } from '../../core/problem.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Runtime } from '../../runtime.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from '../requests/identify.ts'
import { readFailure, RunFailed } from './openai-errors.ts'
import { submitRun } from '../requests/submit-run.ts'
import { watchWait, type WatchWaitOptions } from '../requests/watch-wait.ts'

/** Finds a model of a kind, and of a task for a model of text; throws the error of the parameter `model`. */
export async function findModel({ providers }: Runtime, id: string, type: Kind, task?: ModelTask): Promise<ProviderModel> {
  const model = await providers.find(id)
  if (!model) throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
  if (model.type !== type || (type === 'text' && model.task !== task))
    throw new Problem('invalid_input', { fields: { model: 'model_of_another_kind' } })
  return model
}

type Asking = ApiRequest<PersonOrKey, unknown>
type Run = Pick<CreateGeneration, 'model' | 'prompt' | 'parent_id' | 'max_price'> & {
  options: OptionValues
  inputs?: GenerationInput[] | undefined
}

/**
 * Submits the run like any other: quoted, held, queued. A second request with the same key reads the first one's run. `signal` aborts if
 * the client disconnects, or with `StreamEnded` if its key or session ends.
 */
export async function start(
  { runtime, caller, idempotencyKey, context: { req } }: Asking,
  { inputs = [], ...run }: Run,
  program?: SentProgram,
): Promise<{ row: GenerationRow; reader: Reader; signal: AbortSignal }> {
  const { db, providers, readers, hub, storage } = runtime
  const input = { ...run, inputs }
  await refuseSilentVideos(db, { storage, userId: caller.accountId, model: await providers.find(run.model), inputs })
  // The access is checked while the run is submitted.
  const watched = watchAccess(db, { hub, access: caller, counted: false })
  const end = () =>
    watched.then(
      (access) => access[Symbol.dispose](),
      () => undefined,
    )
  const row = await submitRun({ runtime, caller, idempotencyKey }, { input, program }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  const access = await watched
  // The run was deleted permanently after the first request, so nothing is left to return.
  if (row.purgedAt) throw new Problem('not_found')
  const reader = await readers.attach(row, { keyed: idempotencyKey !== undefined })
  return {
    row,
    signal: AbortSignal.any([req.raw.signal, access.signal]),
    reader: {
      end() {
        void end()
        reader.end()
      },
      async leave() {
        await end()
        await reader.leave()
      },
    },
  }
}

/** Resolves to the finished run; throws `RunFailed`. */
export async function waitFor(
  { runtime }: Asking,
  { row: submitted, reader, signal }: Awaited<ReturnType<typeof start>>,
  options?: WatchWaitOptions,
): Promise<GenerationRow> {
  const { id } = submitted
  using wait = watchWait(runtime, submitted, options)
  const until = AbortSignal.any([signal, wait.signal])
  try {
    for await (const row of followGeneration(runtime.db, { hub: runtime.hub, id, signal: until })) {
      wait.saw(row)
      if (row.status === 'succeeded') return row
      if (row.finishedAt) throw await readFailure(runtime.db, row)
    }
  } catch (error) {
    if (error instanceof StreamEnded) throw new Problem('unauthorized', { cause: error })
    if (until.aborted) await reader.leave()
    throw error
  } finally {
    reader.end()
  }
  throw new RunFailed('internal')
}
