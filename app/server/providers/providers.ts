import { oncePer } from '#app/contract/base/once-per.ts'
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
  type VoiceCloner,
  versionOf,
  type VoiceSample,
} from './provider.ts'
import { type Admission, type OpenSlots, openSlots, type Slots, type TakeOptions, unlimited } from './slots.ts'

/** Providers whose connections and settings may change while the server runs. */
export type ProviderSource = {
  /** Applies changes of the settings, if there are any. Never rejects: the last known settings stay. */
  refresh(): Promise<void>
  providers(): readonly Provider[]
  /** Applies the settings to a model. The function is another one once they have changed; undefined hides the model. */
  adjust(): (model: ProviderModel) => ProviderModel | undefined
  /** Returns a model with an earlier version of its definition, or with a draft; null for the model without one. */
  at?(id: string, version: string | null): Promise<ProviderModel | undefined>
  close(): Promise<void>
}

/** All models of all providers. If one provider fails to list its models, those of the others remain. */
export type Providers = {
  models(): Promise<ProviderModel[]>
  /** Finds a model, by default with the definition in force. A run that was submitted keeps the version of that time. */
  find(model: string, version?: string | null): Promise<ProviderModel | undefined>
  /** Returns the model's reading of a prompt; null if the model takes it literally, or no longer exists. */
  understand(run: PlannedRun): Promise<Understanding | null>
  /** Returns the advice to give before the run; null if there is none, and always for connected models. */
  advise(run: PlannedRun): Promise<Advice | null>
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  /** Asks the model's service to stop work that was handed over to it. */
  cancel(request: Pick<RunRequest, 'model' | 'version' | 'operation'>): Promise<CancelVerdict>
  /** Returns the sample of a voice of a provider; undefined if there is none. */
  voiceSample(provider: string, voice: string): Promise<VoiceSample | undefined>
  /** Returns the services that clone voices, by their ids. */
  voiceCloners(): Promise<ReadonlyMap<string, VoiceCloner>>
  /** Whether the work is done elsewhere: it takes none of this machine's CPU, and may be limited, fail and be paused. */
  isRemote(model: Pick<ProviderModel, 'provider'>): boolean
  isBuiltIn(model: Pick<ProviderModel, 'provider'>): boolean
  /** Whether a run costs the operator nothing: the model is built in, or its server is on this network and has no price set. */
  isUnbilled(model: Pick<ProviderModel, 'provider'>): boolean
  /** Takes a slot at the model's service, or returns how long to wait before trying again. */
  admit(model: Pick<ProviderModel, 'provider'>, options?: TakeOptions): Promise<Admission>
  close(): Promise<void>
}

/** Number of cached readings. Reading a prompt takes a millisecond or two, and lists show the same prompts repeatedly. */
const maxUnderstandings = 1_000

/** A source that never changes. `adjust` applies the operator's settings to a model; undefined hides it. */
function fixedSource(providers: readonly Provider[], adjust: (model: ProviderModel) => ProviderModel | undefined): ProviderSource {
  return {
    refresh: () => Promise.resolve(),
    providers: () => providers,
    adjust: () => adjust,
    async close() {
      await Promise.all(providers.map((provider) => provider.close()))
    },
  }
}

export type OpenProvidersOptions = {
  adjust?: (model: ProviderModel) => ProviderModel | undefined
  /** Counts the runs at a service; by default in this process only. */
  openSlots?: OpenSlots
}

/** Combines providers: a list of them, or a source whose providers change. */
export function openProviders(
  given: readonly Provider[] | ProviderSource,
  { adjust = (model) => model, openSlots: openPlaces = (_service, limits) => openSlots(limits) }: OpenProvidersOptions = {},
): Providers {
  const source = 'refresh' in given ? given : fixedSource(given, adjust)
  /** Kept when a service is connected again, because its limits are those of the account. */
  const slots = new Map<string, Slots>()
  const provider = (id: string) => source.providers().find((one) => one.id === id)

  function slotsOf(id: string): Slots | undefined {
    const limits = provider(id)?.limits
    const known = slots.get(id) ?? (limits && openPlaces(id, limits))
    if (known) slots.set(id, known)
    return known
  }
  const adjustedOnce = oncePer((change: ReturnType<ProviderSource['adjust']>) => oncePer(change))
  let last: { adjusted: (model: ProviderModel) => ProviderModel | undefined; lists: unknown[]; models: ProviderModel[] } | undefined
  /** Returns the same list again while no provider has another: a page needs it several times. */
  async function models(): Promise<ProviderModel[]> {
    await source.refresh()
    const adjusted = adjustedOnce(source.adjust())
    const settled = await Promise.allSettled(source.providers().map((one) => one.models()))
    const lists = settled.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []))
    const isSame = last?.adjusted === adjusted && last.lists.length === lists.length && last.lists.every((list, at) => list === lists[at])
    last = last && isSame ? last : { adjusted, lists, models: lists.flatMap((list) => list.flatMap((model) => adjusted(model) ?? [])) }
    return last.models
  }
  async function find(model: string, version?: string | null): Promise<ProviderModel | undefined> {
    const current = (await models()).find(({ id }) => id === model)
    if (version === undefined || !source.at || (current && version === versionOf(current))) return current
    return source.at(model, version)
  }
  async function providerOf({ model: id, version }: Pick<RunRequest, 'model' | 'version'>): Promise<Provider | undefined> {
    const model = await find(id, version)
    return model && provider(model.provider)
  }
  const understandings = new Map<string, Understanding | null>()

  return {
    models,
    find,
    async understand(request) {
      // A seed changes the result, not the reading; it is drawn for every quote.
      const { seed: _seed, ...options } = request.options
      const key = JSON.stringify({ ...request, options })
      const cached = understandings.get(key)
      if (cached !== undefined) return cached
      const understanding = (await providerOf(request))?.understand?.(request) ?? null
      const [oldest] = understandings.keys()
      if (understandings.size >= maxUnderstandings && oldest !== undefined) understandings.delete(oldest)
      understandings.set(key, understanding)
      return understanding
    },
    async advise(run) {
      const owner = await providerOf(run)
      return (owner?.builtIn && owner.advise?.(run)) || null
    },
    async run(request, context) {
      const owner = await providerOf(request)
      if (!owner) throw new Error(`no provider has the model ${request.model}`)
      const attributes = { 'quartet.model': request.model, 'quartet.provider': owner.id }
      return tracing.span(`provider ${owner.id}`, { kind: 'client', attributes }, async (span) => {
        try {
          return await owner.run(request, context)
        } catch (error) {
          if (error instanceof ProviderError) span.set({ 'quartet.error': error.code })
          throw error
        }
      })
    },
    async cancel(request) {
      const owner = await providerOf(request)
      return (await owner?.cancel?.(request)) ?? 'goes_on'
    },
    async voiceSample(id, voice) {
      await source.refresh()
      return provider(id)?.voiceSample?.(voice)
    },
    async voiceCloners() {
      await source.refresh()
      return new Map(source.providers().flatMap(({ id, voiceCloner }) => (voiceCloner ? [[id, voiceCloner] as const] : [])))
    },
    isRemote: (model) => slotsOf(model.provider) !== undefined,
    isBuiltIn: (model) => provider(model.provider)?.builtIn === true,
    isUnbilled(model) {
      const owner = provider(model.provider)
      return (owner?.builtIn ?? owner?.unbilled) === true
    },
    admit: async (model, options) => (await slotsOf(model.provider)?.take(options)) ?? { slot: unlimited },
    close: () => source.close(),
  }
}
