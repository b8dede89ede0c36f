import * as v from 'valibot'
import type { Replay } from '#app/contract/studio/turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { openSecret, sealSecret, type Sealing } from '../../core/seal-secret.ts'
import type { Keys } from '../../keys.ts'
import { refuse } from './refuse.ts'

/** Reasoning that a program keeps instead of this server: an answer in its service's own parts, sealed for one account and one model. */

const validMs = 30 * 24 * 60 * 60 * 1_000
const sealedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.number(), replay: v.object({ sdk: v.number(), model: v.string(), parts: v.array(v.unknown()) }) }),
)

export type ReasoningOwner = { keys: Pick<Keys, 'reasoning'>; userId: string; model: string }

const sealingOf = ({ keys, userId, model }: ReasoningOwner): Sealing => ({ key: keys.reasoning, owner: `${userId} ${model}` })

export const sealReasoning = (owner: ReasoningOwner, replay: Replay, now = Date.now()): string =>
  sealSecret(sealingOf(owner), JSON.stringify({ at: now, replay }))

/** Opens the reasoning that a program sends back. Refuses `param` for any that was not sealed for the account and the model, or is old. */
export function openReasoning(owner: ReasoningOwner, { sealed, param }: { sealed: string; param: string }, now = Date.now()): Replay {
  const { at, replay } = readSealed(owner, sealed) ?? refuse(param, 'reasoning_foreign')
  return now - at > validMs ? refuse(param, 'reasoning_old') : replay
}

function readSealed(owner: ReasoningOwner, sealed: string): v.InferOutput<typeof sealedSchema> | undefined {
  try {
    return v.parse(sealedSchema, openSecret(sealingOf(owner), sealed))
  } catch {
    return undefined
  }
}

/** Returns the reasoning of a finished answer for its program; undefined for an answer whose service wants nothing back. */
export const sealedOf = (keys: Keys, { userId, model, replay }: GenerationRow): string | undefined =>
  replay ? sealReasoning({ keys, userId, model }, replay) : undefined
