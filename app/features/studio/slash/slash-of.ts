import { kindOfMaking, type Making, makersOf, makingOf } from '#app/contract/studio/makings.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { pickModel } from '#app/contract/runs/usual-models.ts'
import { loadDraft } from '../composer/draft-storage.ts'
import type { Replacement } from '../composer/use-replacement.ts'
import { type Command, commandOfMaking, isNaming, makingOfCommand, nameOf, slashIn } from './commands.ts'

export { isNaming }

export type Chosen = Partial<Record<Making, string>>

/** The command with which a prompt begins. */
export type Slash = {
  /** Null while the commands are being loaded. */
  command: Command | null
  /** The prompt with the name, up to the words. */
  head: string
  words: string
  /** Null for a search. */
  making: Making | null
  makers: readonly Model[]
  /** The model that carries it out; undefined if none makes it here, and for a search. */
  model: Model | undefined
  choose: (id: string) => void
}

export type SlashContext = {
  models: readonly Model[]
  userId: string | undefined
  locale: string
  chosen: Chosen
  choose: (making: Making, id: string) => void
}

/** Reads the command, with the model chosen here, otherwise the one last used in its own studio. */
export function slashOf(prompt: string, { models, userId, chosen, choose }: SlashContext): Slash | null {
  const read = slashIn(prompt)
  if (!read) return null
  const making = read.command === 'find' ? null : makingOfCommand[read.command]
  const makers = making ? makersOf(models, making) : []
  const last = making && userId ? loadDraft(userId, kindOfMaking[making])?.draft.model : null
  return {
    ...read,
    making,
    makers,
    model: making ? pickModel(makers, chosen[making] ?? last) : undefined,
    choose: (id) => making && choose(making, id),
  }
}

/** Writes a replacement as a command if it is for a model of another kind than text, or if a command is being written. */
export function asCommand(next: Replacement, slash: Slash | null, { models, locale, choose }: SlashContext): Replacement {
  const to = models.find(({ id }) => id === next.model)
  const made = to && makingOf(to)
  if (made) choose(made, to.id)
  if (made && made !== slash?.making)
    return { prompt: `/${nameOf(commandOfMaking[made], locale)} ${next.prompt}`, options: next.options, optionsOf: to }
  return slash ? { prompt: `${slash.head.trimEnd()} ${next.prompt}`, options: next.options, optionsOf: to } : next
}
