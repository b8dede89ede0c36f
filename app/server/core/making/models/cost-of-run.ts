import type { Usage } from '#app/server/providers/kinds.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { scalePrice } from '#app/server/providers/scale-price.ts'
import { chargeOf, type Priced } from './price.ts'

type Run = { model: ProviderModel; priced: Priced; usage: Usage | undefined; startedAt?: Date }

/**
 * Millionths of a dollar that the operator pays for a finished run, by the catalogue; null if the catalogue has no cost, or none for this
 * run.
 */
export function costOfRun(providers: Pick<Providers, 'isUnbilled'>, { model, priced, usage, startedAt }: Run): number | null {
  if (providers.isUnbilled(model)) return 0
  const { cost } = model
  if (!cost) return null
  try {
    const micros = chargeOf(scalePrice(cost, 1_000), { priced, usage, held: Number.MAX_SAFE_INTEGER, startedAt })
    return micros < Number.MAX_SAFE_INTEGER ? micros : null
  } catch {
    // The cost counts something that the model's options lack.
    return null
  }
}
