import type { Context } from 'hono'
import * as v from 'valibot'
import { Problem } from '../../core/problem.ts'
import { type ApiBindings, readJson } from '../requests/request.ts'

const idSchema = v.union([v.string(), v.number()])

/** The part of a message that is read here; the library checks all of it against the protocol. */
const messageSchema = v.looseObject({
  id: v.optional(idSchema),
  method: v.optional(v.string()),
  params: v.optional(v.looseObject({ requestId: v.optional(idSchema) })),
})
export type RpcMessage = v.InferOutput<typeof messageSchema>

/** Reads a message of JSON-RPC. Several at once, which only an early revision allowed, would count as one call. */
export async function readRpc(context: Context<ApiBindings>): Promise<RpcMessage> {
  const body = await readJson(context)
  const read = v.safeParse(messageSchema, body)
  if (!read.success || Array.isArray(body)) throw new Problem('invalid_input', { fields: { message: 'invalid' } })
  return read.output
}
