import type { Turn } from '#app/contract/studio/turns.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { refuse } from './refuse.ts'

/** A file as the client sent it: a `data:` URL or the id of an upload. */
export type SentFile = { url: string; name?: string | null | undefined }
/** A turn with its files. */
export type SentTurn = Omit<Turn, 'inputs'> & { files: SentFile[] }

/** A turn as a message states it: the result of a tool names its call alone. */
export type StatedTurn = Omit<SentTurn, 'answers'> & { answers?: string }

/** Calls that wait for a result: their ids with their names. */
export type WaitingCalls = ReadonlyMap<string, string>

/**
 * Pairs the results of tools with their calls, and leaves out turns that say nothing. `before`: calls of an earlier answer that is not sent
 * again. Refuses `param` for a result without a call, and for a call without a result.
 */
export function pairResults(stated: readonly StatedTurn[], param: string, before: WaitingCalls = new Map()): SentTurn[] {
  const turns: SentTurn[] = []
  const waiting = new Map(before)
  for (const { answers, ...turn } of stated) {
    if (turn.role === 'tool') {
      const id = answers ?? ''
      const name = waiting.get(id)
      if (name === undefined) return refuse(param, 'call_unknown')
      waiting.delete(id)
      turns.push({ ...turn, answers: { id, name } })
      continue
    }
    if (waiting.size > 0) return refuse(param, 'call_unanswered')
    for (const { id, name } of turn.calls ?? []) waiting.set(id, name)
    if (turn.text.trim() !== '' || turn.files.length > 0 || turn.calls) turns.push(turn)
  }
  if (waiting.size > 0) return refuse(param, 'call_unanswered')
  return turns
}

type Answerable = {
  param: string
  model: Pick<ProviderModel, 'can'>
  /** Whether the turns follow an earlier answer. */
  isContinued?: boolean
}

/** Checks that there is something to answer. Only models that go on with an answer take one as the last message. */
export function requireAnswerable(turns: readonly SentTurn[], { param, model, isContinued = false }: Answerable): void {
  const last = turns.findLast(({ role }) => role !== 'system')
  if (!last || !(isContinued || turns.some(({ role }) => role === 'user'))) refuse(param, 'last_not_user')
  if (last.role === 'assistant' && !model.can?.continues) refuse(param, 'last_not_user')
}
