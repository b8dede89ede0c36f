import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Kind } from '#app/contract/common.ts'
import type { Generation } from '#app/contract/generations.ts'
import { type InputRole, inputRoles, type Model } from '#app/contract/models.ts'
import { modelsQuery } from '../generations.queries.ts'
import { kinds } from '../kinds.tsx'
import { toPlainText } from './markdown/plain-text.ts'

/** What the composer of a kind is opened with. */
export type Use = {
  kind: Kind
  label: string
  search: {
    prompt: string
    model?: string | undefined
    input?: string | undefined
    index?: number | undefined
    role?: InputRole | undefined
  }
}

/** Longer prompts do not go into an address. */
const promptAtMost = 20_000
/** The wish of a result that goes along to the next one: nobody reads more of it. */
const wishAtMost = 2_000

/** What a result can be the beginning of, as far as today's models take it: as a file, or, being words, as a prompt. */
export function useUses(generation: Generation, index: number | undefined): Use[] {
  const asFile = useFileUses(generation, index)
  const asPrompt = usePromptUses(generation)
  return [...asFile, ...asPrompt]
}

/** A work is hardly ever a mask for another one. */
type UsefulRole = Exclude<InputRole, 'mask'>
const usefulRoles = inputRoles.filter((role): role is UsefulRole => role !== 'mask')

function useFileUses({ id, type, status, files, prompt }: Generation, index: number | undefined): Use[] {
  const { t } = useLingui()
  const { data: models = [] } = useQuery(modelsQuery())
  if (status !== 'succeeded' || (type !== 'text' && files.length === 0)) return []
  const words: Record<UsefulRole, Record<Kind, string>> = {
    source: {
      image: type === 'image' ? t`Vary it` : t`Make a picture of it`,
      video: t`Make a film of it`,
      audio: type === 'audio' ? t`Vary it` : t`Make a sound of it`,
      text: type === 'text' ? t`Go on from it` : t`Ask about it`,
    },
    reference: {
      image: t`Use as a reference`,
      video: t`A reference for a film`,
      audio: t`A reference for a sound`,
      text: t`Ask about it`,
    },
    first_frame: { image: t`Make a picture of it`, video: t`Make a film of it`, audio: t`Make a sound of it`, text: t`Ask about it` },
  }
  return usefulRoles.flatMap((role) =>
    // Its own kind comes first: that is what is mostly meant.
    [type, ...kinds.filter((kind) => kind !== type)]
      .filter((kind) => models.some((model) => model.available && model.type === kind && takes(model, role, type)))
      .map((kind) => ({
        kind,
        label: words[role][kind],
        search: { prompt: type === 'text' ? '' : prompt.slice(0, wishAtMost), input: id, index, role },
      })),
  )
}

const takes = ({ inputs }: Pick<Model, 'inputs'>, role: InputRole, type: Kind) =>
  inputs.some((input) => input.role === role && input.types.includes(type))

/** A text can be read aloud, filmed and drawn, as far as the model takes so many words. */
function usePromptUses({ type, status, text }: Generation): Use[] {
  const { t } = useLingui()
  const { data: models = [] } = useQuery(modelsQuery())
  if (type !== 'text' || status !== 'succeeded' || !text) return []
  const words = toPlainText(text)
  const usable = (kind: Kind, also: (model: Model) => boolean = () => true) =>
    models.find((model) => model.available && model.type === kind && also(model))
  const uses: [Model | undefined, string][] = [
    // What speaks has voices to choose from; other sounds make nothing of a text.
    [usable('audio', ({ options }) => 'voice' in options.properties), t`Read it aloud`],
    [usable('video'), t`Make a film of these words`],
    [usable('image'), t`Make a picture of these words`],
    [usable('text'), t`Work on these words`],
  ]
  return uses.flatMap(([model, label]) =>
    model
      ? [{ kind: model.type, label, search: { prompt: words.slice(0, Math.min(promptAtMost, model.prompt.max_length)), model: model.id } }]
      : [],
  )
}
