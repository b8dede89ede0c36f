import { useLingui } from '@lingui/react/macro'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import { type InputRole, inputRoles, type Kind } from '#app/contract/base/values.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { linkedPromptMaxLength } from '#app/contract/base/values.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { kinds } from '#app/shell/media/kinds.tsx'
import { toPlainText } from './markdown/plain-text.ts'

/** Search parameters for opening a composer. */
export type Use = {
  kind: Kind
  label: string
  /** A description of the built-in model's approach, or the name of a connected model. */
  note?: string | undefined
  search: {
    prompt: string
    model?: string | undefined
    input?: string | undefined
    index?: number | undefined
    role?: InputRole | undefined
    task?: 'transcribe' | undefined
  }
}

/** Characters of the prompt that the next work inherits. */
const wishAtMost = 2_000

/** Returns the ways to continue from a result with the current models: as a file or, for texts, as a prompt. */
export function useUses(generation: Generation, index: number | undefined): Use[] {
  const asFile = useFileUses(generation, index)
  const asPrompt = usePromptUses(generation)
  return [...asFile, ...asPrompt]
}

/** A work is rarely used as a mask or as the end of a video; videos have a menu of their own for edits and speech. */
type UsefulRole = Exclude<InputRole, 'mask' | 'last_frame' | 'speech'>
const usefulRoles = inputRoles.filter((role): role is UsefulRole => role !== 'mask' && role !== 'last_frame' && role !== 'speech')

function useFileUses({ id, type, status, text, files, prompt }: Generation, index: number | undefined): Use[] {
  const { t } = useLingui()
  const models = useQueryData(modelsQuery()) ?? []
  const describes = type === 'image' ? t`Describe this image` : t`Ask about it`
  if (status !== 'succeeded' || (type === 'text' ? !text : files.length === 0)) return []
  const words: Record<UsefulRole, Record<Kind, string>> = {
    source: {
      image: type === 'image' ? t`Create a variation` : t`Turn into an image`,
      video: t`Turn into a video`,
      audio: type === 'audio' ? t`Create a variation` : t`Turn into audio`,
      text: type === 'text' ? t`Continue from it` : describes,
    },
    reference: {
      image: t`Use as a reference`,
      video: t`Reference for a video`,
      audio: t`Reference for audio`,
      text: describes,
    },
    first_frame: { image: t`Turn into an image`, video: t`Turn into a video`, audio: t`Turn into audio`, text: describes },
  }
  const builtIn: Record<UsefulRole, string> = {
    source: t`Sketch keeps its composition and changes details`,
    reference: t`Sketch takes its colors and composition`,
    first_frame: t`Sketch moves the camera over it`,
  }
  const question = type === 'image' ? t`Describe this image.` : ''
  const wish = type === 'text' ? '' : prompt.slice(0, wishAtMost)
  return usefulRoles.flatMap((role) => {
    const taking = models.filter((model) => model.available && takes(model, role, type))
    // The work's own kind comes first, as the most likely choice.
    return [type, ...kinds.filter((kind) => kind !== type)]
      .flatMap((kind) => {
        const ofKind = taking.filter((model) => model.type === kind)
        return [ofKind.find(({ task }) => !task) ?? [], ofKind.find(({ task }) => task === 'transcribe') ?? []].flat()
      })
      .map(({ id: model, type: kind, task, provider, name }) => ({
        kind,
        label: task ? t`Turn speech into text` : words[role][kind],
        note: provider === 'sketch' ? builtIn[role] : name,
        search: {
          prompt: task ? '' : kind === 'text' ? question : wish,
          // The chosen model may take the role, but not audio.
          ...(((kind === 'text' && type !== 'image') || task) && { model }),
          ...(task === 'transcribe' && { task }),
          input: id,
          index,
          role,
        },
      }))
  })
}

const takes = ({ inputs }: Pick<Model, 'inputs'>, role: InputRole, type: Kind) =>
  inputs.some((input) => input.role === role && input.types.includes(type))

/** Returns the ways to use a text as a prompt, for models that accept its length. */
function usePromptUses({ type, status, text, transcript }: Generation): Use[] {
  const { t } = useLingui()
  const models = useQueryData(modelsQuery()) ?? []
  if ((type !== 'text' && !transcript) || status !== 'succeeded' || !text) return []
  const words = toPlainText(text)
  /** A chat model needs the instruction; a tool summarizes without one. */
  const promptFor = ({ type: kind, history }: Model) =>
    transcript && kind === 'text' && history ? `${t`Summarize this transcript:`}\n\n${words}` : words
  const usable = (kind: Kind, also: (model: Model) => boolean = () => true) =>
    models.find((model) => model.available && model.type === kind && !model.task && also(model))
  const uses: [Model | undefined, string][] = [
    ...(transcript ? [[usable('text'), t`Summarize this`] satisfies [Model | undefined, string]] : []),
    // Speech models have voices; other audio models cannot use a text.
    [usable('audio', ({ options }) => 'voice' in options.properties), t`Read it aloud`],
    [usable('video'), t`Create a video from this text`],
    [usable('image'), t`Create an image from this text`],
    ...(transcript ? [] : [[usable('text'), t`Work on this text`] satisfies [Model | undefined, string]]),
  ]
  return uses.flatMap(([model, label]) =>
    model
      ? [
          {
            kind: model.type,
            label,
            search: { prompt: startOfText(promptFor(model), Math.min(linkedPromptMaxLength, model.prompt.max_length)), model: model.id },
          },
        ]
      : [],
  )
}

/** Whether no model of this server can look at an image and describe it; false until the models are known. */
export function useIsBlind({ type }: Generation): boolean {
  const models = useQueryData(modelsQuery())
  if (type !== 'image' || !models) return false
  return !models.some((model) => model.available && model.type === 'text' && usefulRoles.some((role) => takes(model, role, 'image')))
}
