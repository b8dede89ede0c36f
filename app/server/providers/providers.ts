import type { Provider, ProviderModel, RunContext, RunRequest, RunResult } from './provider.ts'

/** All models of all providers. One provider's failure to list its models leaves the others' in place. */
export type Providers = {
  models(): Promise<ProviderModel[]>
  find(model: string): Promise<ProviderModel | undefined>
  run(request: RunRequest, context: RunContext): Promise<RunResult>
  close(): Promise<void>
}

export function openProviders(providers: readonly Provider[]): Providers {
  async function models(): Promise<ProviderModel[]> {
    const lists = await Promise.allSettled(providers.map((provider) => provider.models()))
    return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  }
  async function find(model: string): Promise<ProviderModel | undefined> {
    return (await models()).find(({ id }) => id === model)
  }
  return {
    models,
    find,
    async run(request, context) {
      const model = await find(request.model)
      const provider = providers.find(({ id }) => id === model?.provider)
      if (!provider) throw new Error(`no provider has the model ${request.model}`)
      return provider.run(request, context)
    },
    async close() {
      await Promise.all(providers.map((provider) => provider.close()))
    },
  }
}
