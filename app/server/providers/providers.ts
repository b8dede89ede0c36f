import { oncePer } from '#app/contract/once-per.ts'
import { tracing } from '../tracing.ts'
import {
  type Advice,
  type CancelVerdict,
  type PlannedRun,
  type Provider,
  ProviderError,
  type ProviderModel,
  type RunContext,
  type RunRequest,
  type RunResult,
  type Understanding,
} from './provider.ts'
import { type Admission, openSlots } from './slots.ts'

/** All models of all providers. If one provider fails to list its models, those of the others remain. */
export type Providers = {
  models(): Promise<ProviderModel[]>
  find(model: string): Promise<ProviderModel | undefined>
  /** Returns the model's reading of a prompt; null if the model takes it literally, or no longer exists. */
  understand(run: PlannedRun): Promise<Understanding | null>
  /** Returns the advice to give before the run; null if there is none, and always for connected models. */
  advise(run: PlannedRun): Promise<Advice | null>
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  /** Asks the model's service to stop work that was handed over to it. */
  cancel(request: Pick<RunRequest, 'model' | 'operation'>): Promise<CancelVerdict>
  /** Whether the work is done elsewhere: it takes none of this machine's CPU, and may be limited, fail and be paused. */
  isRemote(model: Pick<ProviderModel, 'provider'>): boolean
  isBuiltIn(model: Pick<ProviderModel, 'provider'>): boolean
  /** Whether a run costs the operator nothing: the model is built in, or its server is on this network and has no price set. */
  isUnbilled(model: Pick<ProviderModel, 'provider'>): boolean
  /** Takes a slot at the model's service, or returns how long to wait before trying again. */
  admit(model: Pick<ProviderModel, 'provider'>): Admission
  close(): Promise<void>
}

/** Number of cached readings. Reading a prompt takes a millisecond or two, and lists show the same prompts repeatedly. */
const maxUnderstandings = 1_000

const unlimited: Admission = { slot: { pause: () => undefined, [Symbol.dispose]: () => undefined } }

/** Combines providers. `adjust` applies the operator's settings to a model; undefined hides it. */
export function openProviders(
  providers: readonly Provider[],
  { adjust = (model) => model }: { adjust?: (model: ProviderModel) => ProviderModel | undefined } = {},
): Providers {
  const slots = new Map(providers.flatMap(({ id, limits }) => (limits ? [[id, openSlots(limits)] as const] : [])))

  const adjusted = oncePer(adjust)
  async function models(): Promise<ProviderModel[]> {
    const lists = await Promise.allSettled(providers.map((provider) => provider.models()))
    return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.flatMap((model) => adjusted(model) ?? []) : []))
  }
  async function find(model: string): Promise<ProviderModel | undefined> {
    return (await models()).find(({ id }) => id === model)
  }
  async function providerOf(id: string): Promise<Provider | undefined> {
    const model = await find(id)
    return providers.find((provider) => provider.id === model?.provider)
  }
  const understandings = new Map<string, Understanding | null>()

  return {
    models,
    find,
    async understand(request) {
      const key = JSON.stringify(request)
      const cached = understandings.get(key)
      if (cached !== undefined) return cached
      const provider = await providerOf(request.model)
      const understanding = provider?.understand?.(request) ?? null
      const [oldest] = understandings.keys()
      if (understandings.size >= maxUnderstandings && oldest !== undefined) understandings.delete(oldest)
      understandings.set(key, understanding)
      return understanding
    },
    async advise(run) {
      const provider = await providerOf(run.model)
      return (provider?.builtIn && provider.advise?.(run)) || null
    },
    async run(request, context) {
      const provider = await providerOf(request.model)
      if (!provider) throw new Error(`no provider has the model ${request.model}`)
      const attributes = { 'quartet.model': request.model, 'quartet.provider': provider.id }
      return tracing.span(`provider ${provider.id}`, { kind: 'client', attributes }, async (span) => {
        try {
          return await provider.run(request, context)
        } catch (error) {
          if (error instanceof ProviderError) span.set({ 'quartet.error': error.code })
          throw error
        }
      })
    },
    async cancel(request) {
      const provider = await providerOf(request.model)
      return (await provider?.cancel?.(request)) ?? 'goes_on'
    },
    isRemote: ({ provider }) => slots.has(provider),
    isBuiltIn: (model) => providers.some(({ id, builtIn }) => id === model.provider && builtIn === true),
    isUnbilled: (model) => providers.some(({ id, builtIn, unbilled }) => id === model.provider && (builtIn ?? unbilled) === true),
    admit: ({ provider }) => slots.get(provider)?.take() ?? unlimited,
    async close() {
      await Promise.all(providers.map((provider) => provider.close()))
    },
  }
}
