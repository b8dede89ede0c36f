import type { OptionValues } from '#app/contract/runs/generations.ts'
import { runUnits } from '#app/contract/runs/run-units.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { modelPaces } from './model-figures.ts'

/** Seconds of a run of a model without measurements. */
const usualSeconds: Record<Kind, number> = { text: 1, audio: 5, image: 5, video: 60 }

/** Returns the expected time of a run with these options: the median pace of the model's latest runs, or a usual time of its kind. */
export async function expectedSeconds(
  db: Database,
  { id, type }: Pick<ProviderModel, 'id' | 'type'>,
  { options, prompt }: { options: OptionValues; prompt: string },
): Promise<number> {
  const pace = (await modelPaces(db)).get(id)
  return pace === undefined ? usualSeconds[type] : (pace * runUnits({ type, options, promptCharacters: prompt.length })) / 1000
}
