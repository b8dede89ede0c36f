import type { ResponseRequest, ResponseResource } from '#app/contract/protocols/responses.ts'
import { findBefore, type ProgramBefore } from '../../core/making/generations/program-turns.ts'
import { findGeneration } from '../../core/making/generations/find-generation.ts'
import { Problem } from '../../core/problem.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Protocol, TextRequest } from './protocol.ts'
import { refuse } from './refuse.ts'
import { outputOf, runIdOf, toResponse } from './response-answer.ts'
import { readResponseAsked } from './response-asked.ts'
import { openItems, resolveReferences, toStatedTurns } from './response-items.ts'
import { writeResponse } from './response-stream.ts'
import { pairResults, requireAnswerable, type SentTurn } from './sent-turns.ts'

/** Open Responses. */
export const responsesProtocol: Protocol<ResponseRequest, ResponseResource> = {
  conversation: 'input',
  isStream: ({ stream }) => stream === true,
  async read(request, model) {
    const { body } = request.input
    const asked = readResponseAsked(model, body)
    const before = body.previous_response_id == null ? undefined : await readBefore(request, model, body.previous_response_id)
    return { ...asked, before, turns: await readInput(request, model, before) }
  },
  async answer({ row: { id }, asked, turns, imagesOf, keys }, row) {
    const images = await imagesOf(row)
    return toResponse({ row: { ...row, id }, asked, turns, output: outputOf(row, asked, { images, keys }) })
  },
  stream: writeResponse,
}

/** Finds the run that a request continues. A model that only takes prompts continues none. */
async function readBefore(
  { runtime: { db }, caller }: TextRequest<ResponseRequest>,
  model: ProviderModel,
  name: string,
): Promise<ProgramBefore> {
  const own = { userId: caller.accountId, id: runIdOf(name) }
  const before = own.id === '' ? undefined : await findBefore(db, own)
  if (before && model.can) return before
  const isKnown =
    own.id !== '' &&
    (await findGeneration(db, own).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return undefined
      throw error
    }))
  return refuse('previous_response_id', isKnown && !model.can ? 'unsupported' : 'response_unknown')
}

async function readInput(
  { runtime, locale, caller, input: { body } }: TextRequest<ResponseRequest>,
  model: ProviderModel,
  before: ProgramBefore | undefined,
): Promise<SentTurn[]> {
  const { input } = body
  const items = typeof input === 'string' ? [{ type: 'message' as const, role: 'user' as const, content: input }] : input
  const open = openItems(items, { keys: runtime.keys, userId: caller.accountId, model: model.id })
  const stated = toStatedTurns(await resolveReferences({ runtime, locale, userId: caller.accountId }, open))
  const waiting = before?.turns.at(-1)?.calls ?? []
  const turns = pairResults(stated, 'input', new Map(waiting.map(({ id, name }) => [id, name])))
  const last = stated.findLast(({ role }) => role !== 'system')
  if (!last || (last.role === 'user' && last.text.trim() === '' && last.files.length === 0)) return refuse('input', 'prompt_empty')
  requireAnswerable(turns, { param: 'input', model, isContinued: before !== undefined })
  return turns
}
