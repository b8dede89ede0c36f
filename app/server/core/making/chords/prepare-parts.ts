import type { ChordPart, OptionValues } from '#app/contract/runs/generations.ts'
import { chordParts, type CreateChord, kindOfPart } from '#app/contract/runs/chords.ts'
import type { Database } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun, type PreparedRun } from '../generations/create-generation.ts'
import { type Entitlement, readEntitlement } from '../../rules/groups/entitlement.ts'
import { mayUse } from '../../rules/groups/offer.ts'
import { Problem } from '../../problem.ts'

export type PreparedPart = PreparedRun & { part: ChordPart }

/** The model of each audio part; the prompts of the two models have different meanings. */
const audioModels = { speech: 'sketch-speech', music: 'sketch-music' } as const

/** The shape of the image, which is that of the video that begins with it. */
const wide = '16:9'
const captionInstruction = 'Write a caption of two or three sentences for the work that the message describes, in its language.'

/** Returns the parts that this server can make for the person, with their models: the first usable one of each kind, as in the studio. */
export async function findParts(providers: Providers, entitlement: Entitlement): Promise<Map<ChordPart, ProviderModel>> {
  const models = (await providers.models()).filter(
    ({ id, unavailable, inputs }) => !unavailable && !inputs.some(({ required }) => required) && mayUse(entitlement, id),
  )
  const found = new Map<ChordPart, ProviderModel>()
  for (const part of chordParts) {
    const model =
      part === 'speech' || part === 'music'
        ? models.find(({ id }) => id === audioModels[part])
        : models.find(({ type }) => type === kindOfPart[part])
    if (model) found.set(part, model)
  }
  return found
}

export type PreparePartsOptions = { providers: Providers; userId: string; prompt: string; parts?: CreateChord['parts'] }

/** Resolves models, options and prices. Quote and hold both use this. Throws `model_unavailable` for a part that cannot be made here. */
export async function prepareParts(db: Database, { providers, userId, prompt, parts }: PreparePartsOptions): Promise<PreparedPart[]> {
  const entitlement = await readEntitlement(db, userId)
  const found = await findParts(providers, entitlement)
  const wanted = parts ? chordParts.filter((part) => parts.includes(part)) : [...found.keys()]
  const prepared: PreparedPart[] = []
  for (const part of wanted) {
    const model = found.get(part)
    if (!model) throw new Problem('model_unavailable')
    const input = { model: model.id, prompt, options: optionsFor(part, model), inputs: [] }
    prepared.push({ part, ...(await prepareRun(db, { providers, userId, input, entitlement })) })
  }
  if (prepared.length === 0) throw new Problem('model_unavailable')
  return prepared
}

function optionsFor(part: ChordPart, model: ProviderModel): OptionValues {
  const { aspect, task, system } = model.options
  const offers = (option: typeof aspect, value: string) => option !== undefined && 'enum' in option && option.enum.includes(value)
  if (part === 'image' && offers(aspect, wide)) return { aspect: wide }
  if (part === 'text' && offers(task, 'verse')) return { task: 'verse', length: 'short' }
  if (part === 'text' && system) return { system: captionInstruction }
  return {}
}

/** Whether the video can begin with the chord's image. */
export const beginsWithImage = ({ inputs }: ProviderModel): boolean =>
  inputs.some(({ role, types }) => role === 'first_frame' && types.includes('image'))
