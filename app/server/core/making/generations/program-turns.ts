import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { argumentsOf, type Asked, onlyFiles, type StoredTurn, type ToolCall, type Turn } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { hashOf } from '../../request-hash.ts'
import { replayBytes } from '../models/priced-run.ts'
import { sdkMajor } from '#app/server/providers/sdk-major.ts'
import { askedOf, partsOf, type PlainTurn, readAnswer, readProgram, replayedBytes } from './read-program.ts'

type Head = Uint8Array<ArrayBuffer>

/** A run that a program names as the one before. `turns`: the whole conversation with its answer. */
export type ProgramBefore = { id: string; threadId: string | null; head: Head; turns: PlainTurn[] }

/** A whole conversation of a program, and what it asks. `before`: the run that it continues, if it names one; its turns are the first. */
export type SentProgram = { turns: Turn[]; asked: Asked; before?: ProgramBefore | undefined }

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

/** The turns of a run that embeds texts: it has no prompt, so that it is no work of the library. */
export const textsOf = (turns: readonly Turn[]): ReturnType<typeof storedOf> => ({ prompt: '', inputs: [], said: [...turns] })

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
export async function continueProgram(
  db: Database,
  { userId, turns, asked, before }: SentProgram & { userId: string },
): Promise<Continued> {
  if (before) {
    const added = turns.slice(before.turns.length)
    return {
      parent: before,
      turns: added,
      asked: await changed(db, { userId, id: before.id, asked }),
      head: added.reduce(headAfter, before.head),
    }
  }
  const fresh: Continued = { parent: null, turns, asked, head: headOf(turns) }
  const at = turns.findLastIndex(({ role }, index) => role === 'assistant' && index < turns.length - 1)
  if (at < 0 || turns.slice(0, at + 1).some(({ role, inputs }) => role === 'assistant' && inputs)) return fresh
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
  if (!parent) return fresh
  return { parent, turns: turns.slice(at + 1), asked: await changed(db, { userId, id: parent.id, asked }), head: fresh.head }
}

/** The bytes of earlier answers in the parts of their service, which go back to the model: those of the stored turns, and those that are sent. */
export async function replayedOf(
  db: Database,
  { userId, model, continued: { parent, turns } }: { userId: string; model: string; continued: Continued },
): Promise<number> {
  const own = { model, sdk: sdkMajor }
  const sent = turns.reduce((sum, { kept }) => sum + replayBytes(partsOf(kept, own).replay), 0)
  return sent + (parent ? await replayedBytes(db, { userId, id: parent.id, ...own }) : 0)
}

/** Returns what is asked; null if it is the same as in the parent. */
async function changed(db: Database, { asked, ...parent }: { userId: string; id: string; asked: Asked }): Promise<Asked | null> {
  const before = await askedOf(db, parent)
  return before !== null && hashOf(before) === hashOf(asked) ? null : asked
}

/** Finds a finished run of the person that a program may continue by its id; undefined if there is none. */
export async function findBefore(db: Database, { userId, id }: { userId: string; id: string }): Promise<ProgramBefore | undefined> {
  const [row] = await db
    .select()
    .from(generations)
    .where(
      and(
        eq(generations.id, id),
        eq(generations.userId, userId),
        eq(generations.status, 'succeeded'),
        isNotNull(generations.said),
        isNull(generations.deletedAt),
      ),
    )
  const program = row && (await readProgram(db, { userId, id, model: '', sdk: 0 }))
  if (!row || !program) return undefined
  const turns = [...program.turns, await readAnswer(db, row)]
  return { id, threadId: row.threadId, head: row.head ? new Uint8Array(row.head) : headOf(turns), turns }
}
