import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { type Asked, type StoredTurn, turnsOf } from '#app/contract/studio/turns.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { canUseTools, type ProviderModel } from '#app/server/providers/provider.ts'
import { Problem } from '../../problem.ts'
import { type Offer, readEntitlement } from '../../rules/groups/entitlement.ts'
import { isOffered } from '../../rules/groups/offer.ts'
import { isKnown, studioAsked, toolNamesOf } from '../tools/definitions.ts'
import { readChosen, readRecipes } from '../tools/recipes.ts'
import type { GenerationRow } from './to-generation.ts'
import { readAttached } from './attached.ts'
import { attachFiles, type PastTurn, readHistory, type ReadHistoryOptions } from './read-history.ts'

/** A run that answers calls of the studio's tools. `said`: their results. */
export type StudioStep = {
  id: string
  said: StoredTurn[]
  asked: Asked
  /**
   * Called with the conversation locked, before other rows: throws if the step may not start, returns the run if it has been made, or whether it
   * starts without a press of the person.
   */
  admit(tx: Transaction, priceMilli: number): Promise<{ made: GenerationRow } | { unattended: boolean }>
  /** Whether it goes on with the answer; otherwise it is another answer, which ends open questions. */
  goesOn?: true
}

type Wanted = {
  userId: string
  model: ProviderModel
  offer: Pick<Offer, 'tools'>
  input: { thread_id?: string | undefined; tools?: readonly string[] | undefined }
}

/** Returns what a message asks with the studio's tools: those that it or its conversation names, and the operator offers. */
export async function readStudioAsked(db: Database, { userId, model, offer, input }: Wanted): Promise<Asked | undefined> {
  if (!canUseTools(model) || !input.thread_id) return undefined
  const chosen = input.tools ?? (await readChosen(db, { userId, threadId: input.thread_id }))
  const offered = toolNamesOf(chosen).filter((name) => isOffered(offer, name))
  const recipes = offered.includes('use_recipe') ? await readRecipes(db, { userId, chosen }) : []
  const names = offered.filter((name) => name !== 'use_recipe' || recipes.length > 0)
  return names.length > 0 ? studioAsked(names, recipes) : undefined
}

/** Throws if a run of a conversation is that of a command, and the operator does not offer it. */
export function requireCommand(
  offer: Pick<Offer, 'tools'>,
  { model, input, recipe }: Pick<Wanted, 'model' | 'input'> & { recipe: unknown },
): void {
  const tool = recipe ? 'use_recipe' : 'create'
  if (!input.thread_id || (model.type === 'text' && !recipe)) return
  if (!isOffered(offer, 'commands') || !isOffered(offer, tool)) throw new Problem('invalid_input', { fields: { thread_id: 'tool_off' } })
}

/** Returns what the next step of an answer asks: the tools of the message that are still offered. */
export async function stillAsked(db: Database, { userId, asked }: { userId: string; asked: Asked }): Promise<Asked> {
  const offer = await readEntitlement(db, userId)
  const { tools = [], ...rest } = asked
  const offered = tools.filter(({ name }) => isKnown(name) && isOffered(offer, name))
  return offered.length > 0 ? { ...rest, tools: offered } : rest
}

type Place = Pick<ReadHistoryOptions, 'userId' | 'model' | 'threadId' | 'parentId' | 'before'> & {
  said: StoredTurn[] | null
  prompt: string
  inputs: GenerationInput[]
}

/** Reads a whole conversation with the turns that a run with the studio's tools adds: the person's message, or results of calls. */
export async function readStudioTurns(db: Database, { said, prompt, inputs, ...place }: Place): Promise<PastTurn[]> {
  const { userId, model } = place
  const own = turnsOf({ said, prompt, inputs }) ?? [{ role: 'user' as const, text: prompt, inputs }]
  const added = await attachFiles(db, own, { userId, model, attached: [] })
  const attached = await readAttached(db, userId, inputs)
  const past = await readHistory(db, { ...place, attached, tools: { isStep: said !== null } })
  return [...past, ...added]
}
