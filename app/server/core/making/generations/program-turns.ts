import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { argumentsOf, type Asked, onlyFiles, type StoredTurn, type ToolCall, type Turn } from '#app/contract/runs/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { hashOf } from '../../request-hash.ts'
import { askedOf } from './read-program.ts'

/** A conversation that a program sends whole, and what it asks. */
export type SentProgram = { turns: Turn[]; asked: Asked }

/** The turns of a run as its row stores them: the last one of the person is the prompt. A step that only answers calls has none. */
export function storedOf(turns: readonly Turn[]): { prompt: string; inputs: GenerationInput[]; said: StoredTurn[] } {
  const at = turns.findLastIndex(({ role }) => role === 'user')
  const last = turns[at]
  if (!last) return { prompt: '', inputs: [], said: [...turns] }
  const { text, inputs = [] } = last
  return {
    prompt: text === '' && inputs.length > 0 ? onlyFiles : text,
    inputs,
    said: turns.map((turn, index) => (index === at ? { role: 'prompt' } : turn)),
  }
}

type Head = Uint8Array<ArrayBuffer>

const start: Head = new Uint8Array()

/** The head of a conversation that goes on with this turn. White space in arguments does not matter, because programs write them again. */
function headAfter(head: Head, { role, text, inputs = [], calls = [], answers }: Turn): Head {
  const said = role === 'assistant' ? text.trim() : text
  const turn = hashOf({ role, said, inputs, calls: calls.map((call) => ({ ...call, input: argumentsOf(call) })), answers: answers?.id })
  return new Uint8Array(createHash('sha256').update(head).update(turn).digest())
}

export const headOf = (turns: readonly Turn[]): Head => turns.reduce(headAfter, start)

/** The head of a conversation with its answer. */
export const headWith = (head: Head, { text, calls }: { text: string | null; calls?: ToolCall[] | undefined }): Head =>
  headAfter(head, { role: 'assistant', text: text ?? '', ...(calls && { calls }) })

export type Continued = {
  /** The run whose answer is the last one of the conversation; null for a conversation that is not known here. */
  parent: { id: string; threadId: string | null } | null
  /** The turns since then. */
  turns: Turn[]
  /** Null if the program asks for the same as in the parent. */
  asked: Asked | null
  head: Head
}

/**
 * Finds the run that a program continues, so that a conversation which is sent whole with each step is stored once. The conversation up to
 * its last answer decides; one that the program has edited or shortened starts a new one.
 */
export async function continueProgram(db: Database, { userId, turns, asked }: SentProgram & { userId: string }): Promise<Continued> {
  const anew: Continued = { parent: null, turns, asked, head: headOf(turns) }
  const at = turns.findLastIndex(({ role }, index) => role === 'assistant' && index < turns.length - 1)
  if (at < 0 || turns.slice(0, at + 1).some(({ role, inputs }) => role === 'assistant' && inputs)) return anew
  const [parent] = await db
    .select({ id: generations.id, threadId: generations.threadId })
    .from(generations)
    .where(
      and(
        eq(generations.userId, userId),
        eq(generations.head, headOf(turns.slice(0, at + 1))),
        eq(generations.status, 'succeeded'),
        isNotNull(generations.said),
        isNull(generations.deletedAt),
      ),
    )
    .limit(1)
  if (!parent) return anew
  const before = await askedOf(db, { userId, id: parent.id })
  const isSame = before !== null && hashOf(before) === hashOf(asked)
  return { parent, turns: turns.slice(at + 1), asked: isSame ? null : asked, head: anew.head }
}
