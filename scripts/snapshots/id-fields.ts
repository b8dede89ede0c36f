import { toJsonSchema } from '@valibot/to-json-schema'
import type { Call } from '#app/contract/base/call.ts'
import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import { endpoints } from '#app/server/api/api.ts'
import { anthropicEndpoints } from '#app/server/api/endpoints/protocols/anthropic.ts'
import { openaiEndpoints } from '#app/server/api/endpoints/protocols/openai.ts'

/**
 * The effect of another person's id in the input, which equals the effect of an unknown id: an error, or `skipped` if the call responds
 * without it. `stored`: the call saves ids without reading their objects. `new or own`: an unknown id is accepted, and another person's is
 * `not_found`. `no resource`: the field is named like an id but refers to nothing that belongs to a person.
 */
export type ForeignId = Extract<ApiErrorCode, 'not_found' | 'invalid_input'> | 'skipped' | 'stored' | 'new or own' | 'no resource'

const asInput = (effect: ForeignId) => ({ 'inputs[].upload_id': effect, 'inputs[].generation_id': effect })

const asValue = { 'values.*.upload_id': 'invalid_input', 'values.*.generation_id': 'invalid_input' } as const

/** The effects by call, and by the field's place in its query or body. */
const foreignIds: Record<string, Record<string, ForeignId>> = {
  'POST /api/v1/generations/quote': { ...asInput('invalid_input'), parent_id: 'skipped', thread_id: 'skipped' },
  'POST /api/v1/generations': { ...asInput('invalid_input'), parent_id: 'not_found', thread_id: 'new or own' },
  'POST /api/v1/comparisons/quote': asInput('invalid_input'),
  'POST /api/v1/comparisons': asInput('invalid_input'),
  'POST /api/v1/operator/model-definitions/draft/test': asInput('invalid_input'),
  'POST /api/v1/voices': { upload_id: 'invalid_input' },
  'PUT /api/v1/comparisons/{id}/vote': { generation_id: 'invalid_input' },
  'GET /api/v1/generations': { thread: 'skipped', collection: 'skipped', film: 'skipped' },
  'POST /api/v1/prompts': { ...asInput('invalid_input'), sample_id: 'invalid_input' },
  'PATCH /api/v1/prompts/{id}': { ...asInput('invalid_input'), sample_id: 'invalid_input' },
  'POST /api/v1/recipes/{recipe}/quote': { ...asValue, parent_id: 'skipped', thread_id: 'skipped' },
  'POST /api/v1/recipes/{recipe}/runs': { ...asValue, parent_id: 'not_found', thread_id: 'new or own' },
  'POST /api/v1/operator/recipes/import': { 'file.recipes[].id': 'skipped' },
  'GET /api/v1/tools': { thread: 'not_found' },
  'PUT /api/v1/tools/allowance': { thread: 'not_found' },
  'PUT /api/v1/tools/rules': { thread: 'not_found' },
  'GET /api/v1/calls': { step: 'skipped', thread: 'skipped' },
  'POST /api/v1/calls/allow': { 'ids[]': 'not_found' },
  'GET /api/v1/webhooks': { generation: 'skipped' },
  'POST /api/v1/library/bulk': { 'ids[]': 'skipped', collection_id: 'not_found' },
  'POST /api/v1/library/archive': { 'ids[]': 'skipped' },
  'POST /api/v1/drafts/{kind}': { 'draft.inputs[].upload_id': 'stored', 'draft.inputs[].generation_id': 'stored' },
  // A credential, whose signature is verified with the stored key.
  'POST /api/v1/auth/passkey': { id: 'no resource', rawId: 'no resource' },
  'POST /api/v1/me/passkeys': { 'response.id': 'no resource', 'response.rawId': 'no resource' },
  // Passed back to the sign-in service that sent it.
  'GET /api/v1/auth/oauth/{provider}/callback': { device_id: 'no resource' },
  // A group belongs to nobody.
  'PUT /api/v1/operator/people/{id}/limits': { group_id: 'no resource' },
  'POST /api/v1/operator/bulk-acts': { 'filter.group': 'no resource', 'act.group_id': 'no resource' },
  // An edition of the catalogue belongs to nobody.
  'POST /api/v1/operator/catalogue/apply': { edition: 'no resource' },
  // Filters of people who may see everyone.
  'GET /api/v1/operator/people': { group: 'no resource' },
  'GET /api/v1/operator/people-count': { group: 'no resource' },
  'GET /api/v1/operator/runs': { person: 'no resource' },
  'GET /api/v1/operator/audit': { person: 'no resource', actor: 'no resource' },
  // Names of packs and plans.
  'POST /api/v1/operator/shop/preview': { 'settings.packs[].id': 'no resource', 'settings.plans[].id': 'no resource' },
  'PUT /api/v1/operator/shop': { 'settings.packs[].id': 'no resource', 'settings.plans[].id': 'no resource' },
  'POST /openai/v1/audio/speech': { 'voice.id': 'no resource' },
  // A place in a list, whether or not it is the person's own.
  'GET /openai/v1/files': { after: 'no resource' },
  'GET /openai/v1/videos': { after: 'no resource' },
  'POST /openai/v1/responses': {
    previous_response_id: 'not_found',
    'input[].id': 'not_found',
    'input[].content[].file_id': 'invalid_input',
    'input[].output[].file_id': 'invalid_input',
    'input[].call_id': 'no resource',
  },
  // The program's own names of its calls.
  'POST /openai/v1/chat/completions': { 'messages[].tool_calls[].id': 'no resource', 'messages[].tool_call_id': 'no resource' },
  ...Object.fromEntries(
    ['messages', 'messages/count_tokens'].map((path) => [
      `POST /anthropic/v1/${path}`,
      { 'messages[].content[].id': 'no resource', 'messages[].content[].tool_use_id': 'no resource' } as const,
    ]),
  ),
  // Names of models.
  'GET /anthropic/v1/models': { after_id: 'no resource', before_id: 'no resource' },
}

type JsonSchema = Exclude<ReturnType<typeof toJsonSchema>, boolean>

/** Whether a field is named like an id, which also finds ids declared as plain strings. */
const isNameOfId = (name: string) => /^(?:id|ids)$|_ids?$|Ids?$/.test(name)

function* findIds(schema: JsonSchema | boolean | undefined, place: string): Generator<string> {
  if (typeof schema !== 'object') return
  if (schema.format === 'uuid' || (schema.type === 'string' && isNameOfId(place.replace(/^.*\.|\[\]$/g, '')))) yield place
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) yield* findIds(choice, place)
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* findIds(field, place ? `${place}.${name}` : name)
  for (const item of [schema.items ?? []].flat()) yield* findIds(item, `${place}[]`)
  yield* findIds(schema.additionalProperties, `${place}.*`)
}

function placesOf({ input: { query, body } }: Call): string[] {
  const schemas = [query, body].filter((schema) => schema !== undefined)
  const found = schemas.flatMap((schema) => [...findIds(toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }), '')])
  return [...new Set(found)]
}

export type IdField = { call: string; place: string; foreign: ForeignId }

const calls = [
  ...endpoints.map(({ call }) => ({ name: `${call.method} /api${call.path}`, call })),
  ...openaiEndpoints.map(({ call }) => ({ name: `${call.method} /openai${call.path}`, call })),
  ...anthropicEndpoints.map(({ call }) => ({ name: `${call.method} /anthropic${call.path}`, call })),
]

/** Lists every id in the query or the body of a call. Throws if one is missing from the table above, or the table names an unknown one. */
export function idFields(): IdField[] {
  const fields = calls.flatMap(({ name, call }) => {
    const places = placesOf(call)
    const known = foreignIds[name] ?? {}
    const stale = Object.keys(known).find((place) => !places.includes(place))
    if (stale) throw new Error(`${name} has no id at ${stale}.`)
    return places.map((place) => {
      const foreign = known[place]
      if (!foreign) throw new Error(`scripts/snapshots/id-fields.ts does not say what another person’s ${place} does to ${name}.`)
      return { call: name, place, foreign }
    })
  })
  const gone = Object.keys(foreignIds).find((name) => !calls.some((one) => one.name === name))
  if (gone) throw new Error(`${gone} is not a call.`)
  return fields
}
