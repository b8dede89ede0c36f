import { assumedAbilities } from '#app/server/providers/connected/text/abilities.ts'
import { scriptedProvider } from './scripted-provider.ts'

/** A scripted provider whose image costs what `price` says at the moment, and whose text model can call tools. */
export function pricedProvider(price: () => number) {
  const scripted = scriptedProvider()
  return {
    ...scripted,
    models: async () =>
      (await scripted.models()).map((model) => {
        if (model.id === 'image-10') return { ...model, price: { base: price(), per: null } }
        return model.id === 'text-1' ? { ...model, can: assumedAbilities } : model
      }),
  }
}
