import { createResponseCall, deleteResponseCall, getResponseCall, listResponseInputCall } from '#app/contract/protocols/openai.calls.ts'
import type { InputItem, InputPart } from '#app/contract/protocols/responses.ts'
import type { Asked, Turn } from '#app/contract/studio/turns.ts'
import { deleteGeneration } from '#app/server/core/making/generations/delete-generation.ts'
import { findGeneration } from '#app/server/core/making/generations/find-generation.ts'
import { readProgram } from '#app/server/core/making/generations/read-program.ts'
import { readSources } from '#app/server/core/making/generations/read-sources.ts'
import type { GenerationRow } from '#app/server/core/making/generations/to-generation.ts'
import { Problem } from '#app/server/core/problem.ts'
import type { Database } from '#app/server/db/database.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { answerRunFailed, readFailure } from '../../openai/openai-errors.ts'
import { outputOf, responseIdOf, runIdOf, textPartOf, toResponse } from '../../protocols/response-answer.ts'
import { responsesProtocol } from '../../protocols/responses.ts'
import { answerImages } from '../../protocols/result-files.ts'
import { answerText } from '../../protocols/text-endpoint.ts'

/** Open Responses: a response is a run of a text model. */

export const responseEndpoints: Endpoint[] = [
  endpoint(createResponseCall, { handle: (request) => answerText(request, responsesProtocol) }),
  endpoint(listResponseInputCall, {
    async handle({ runtime: { db }, caller, input: { params, query } }) {
      const row = await findResponse(db, { userId: caller.accountId, name: params.id })
      const { turns } = await readAsked(db, row)
      const all = await toItems(db, row, turns)
      const ordered = query.order === 'asc' ? all : all.toReversed()
      const start = query.after === undefined ? 0 : ordered.findIndex(({ id }) => id === query.after) + 1
      if (query.after !== undefined && start === 0) throw new Problem('invalid_input', { fields: { after: 'invalid' } })
      const data = ordered.slice(start, start + query.limit)
      return {
        object: 'list' as const,
        data,
        first_id: data.at(0)?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: start + query.limit < ordered.length,
      }
    },
  }),
  endpoint(getResponseCall, {
    async handle({ runtime, locale, caller, input: { params } }) {
      const { db } = runtime
      const row = await findResponse(db, { userId: caller.accountId, name: params.id })
      const { turns, asked } = await readAsked(db, row)
      const failure = row.status === 'failed' ? answerRunFailed(await readFailure(db, row), locale).body.error : null
      const images = row.status === 'succeeded' ? await answerImages({ runtime, locale }, row) : []
      const output = row.status === 'succeeded' ? outputOf(row, asked, { images, keys: runtime.keys }) : []
      const error = failure && { code: failure.code ?? failure.type, message: failure.message }
      return toResponse({ row, asked, turns, output, error })
    },
  }),
  endpoint(deleteResponseCall, {
    async handle({ runtime: { db, providers }, caller: { accountId: userId }, input: { params } }) {
      const row = await findResponse(db, { userId, name: params.id })
      await deleteGeneration(db, { providers, userId, id: row.id })
      return { id: responseIdOf(row), object: 'response.deleted' as const, deleted: true as const }
    },
  }),
]

/** Finds a person's own text by the id of its response. */
async function findResponse(db: Database, { userId, name }: { userId: string; name: string }): Promise<GenerationRow> {
  const row = await findGeneration(db, { userId, id: runIdOf(name) })
  if (row.type !== 'text') throw new Problem('not_found')
  return row
}

/** Reads the conversation that a run answers and what it asks; only its prompt for a run without turns. */
async function readAsked(db: Database, row: GenerationRow): Promise<{ turns: readonly Turn[]; asked: Asked }> {
  const program = row.said ? await readProgram(db, { userId: row.userId, id: row.id, model: '', sdk: 0 }) : undefined
  return program ?? { turns: [{ role: 'user', text: row.prompt, inputs: row.inputs }], asked: {} }
}

async function toItems(db: Database, { id, userId }: GenerationRow, turns: readonly Turn[]): Promise<InputItem[]> {
  const sourceOf = await readSources(
    db,
    userId,
    turns.flatMap(({ inputs = [] }) => inputs),
  )
  const filesOf = ({ inputs = [] }: Turn): InputPart[] =>
    inputs.map((input) => {
      const file_id = 'upload_id' in input ? input.upload_id : null
      return sourceOf(input)?.type === 'image'
        ? { type: 'input_image', file_id, image_url: null, detail: 'auto' }
        : { type: 'input_file', file_id }
    })
  const items = turns.flatMap((turn): InputItem[] => {
    const files = filesOf(turn)
    if (turn.role === 'tool') {
      const output = files.length > 0 ? [{ type: 'input_text' as const, text: turn.text }, ...files] : turn.text
      return [{ type: 'function_call_output', id: '', call_id: turn.answers?.id ?? '', output, status: 'completed' }]
    }
    const text: InputPart[] =
      turn.text === '' ? [] : [turn.role === 'assistant' ? textPartOf(turn.text) : { type: 'input_text', text: turn.text }]
    const content = [...text, ...files]
    return [
      ...(content.length > 0 ? [{ type: 'message' as const, id: '', status: 'completed' as const, role: turn.role, content }] : []),
      ...(turn.calls ?? []).map((call) => ({
        type: 'function_call' as const,
        id: '',
        call_id: call.id,
        name: call.name,
        arguments: call.input,
        status: 'completed' as const,
      })),
    ]
  })
  return items.map((item, index) => ({ ...item, id: `in_${id}_${index}` }))
}
