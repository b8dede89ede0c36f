import * as v from 'valibot'
import { argumentsOf, type ToolCall } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { isOffered } from '../../rules/groups/offer.ts'
import { isKnown } from './definitions.ts'
import type { ToolAnswer, ToolPlace } from './answer.ts'
import { findFiles, findWorks } from './find.ts'
import { readText } from './read.ts'

const findSchema = v.object({
  words: v.pipe(v.string(), v.maxLength(1_000)),
  in: v.optional(v.picklist(['works', 'files']), 'works'),
})
const readSchema = v.object({
  handle: v.pipe(v.string(), v.maxLength(20)),
  from: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
})

const noSuchTool = 'There is no such tool.'
const failure = (text: string): ToolAnswer => ({ text, failed: true })

/** Runs a call. Whatever the model has written, its result is an answer that it can read. */
export async function runTool(db: Database, place: ToolPlace, call: Pick<ToolCall, 'name' | 'input'>): Promise<ToolAnswer> {
  const input = argumentsOf(call)
  // The operator may have turned it off since the model was offered it.
  if (!isKnown(call.name) || !isOffered(await readEntitlement(db, place.userId), call.name)) return failure(noSuchTool)
  if (call.name === 'find') {
    const parsed = v.safeParse(findSchema, input)
    if (!parsed.success) return failure('Wrong arguments: find takes {"words": string, "in": "works" | "files"}.')
    const { words, in: where } = parsed.output
    return where === 'files' ? findFiles(db, place, words) : findWorks(db, place, words)
  }
  if (call.name === 'read') {
    const parsed = v.safeParse(readSchema, input)
    if (!parsed.success) return failure('Wrong arguments: read takes {"handle": string, "from": number}.')
    const { handle, from } = parsed.output
    const id = place.shown.get(handle)
    if (id === undefined) return failure('This conversation has shown nothing under that handle. Use find first.')
    return readText(db, place, { kind: handle.startsWith('f') ? 'f' : 'w', id, handle, from })
  }
  return failure(noSuchTool)
}
