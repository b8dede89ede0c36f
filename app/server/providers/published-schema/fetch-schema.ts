import * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import { EgressRefused } from '../../egress/egress-refused.ts'
import { fetchPublic } from '../../egress/fetch-public.ts'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { homes } from '../connected/homes.ts'
import { bodyOf, documentSchema, type Field, type OpenApiDocument, type PublishedSchema } from './published-schema.ts'

/** Why a schema cannot be read. */
export type SchemaFault = 'schema_unknown' | 'schema_unreachable' | 'schema_too_large' | 'schema_unusable' | 'schema_address'

export class SchemaError extends Error {
  readonly fault: SchemaFault
  constructor(fault: SchemaFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'SchemaError'
    this.fault = fault
  }
}

/** Bytes of a document. fal's are below 200 kB, those of a whole server below a megabyte. */
const longestDocument = 4 * 1024 * 1024
const longestMs = 15_000

type Reading = { url: URL; headers: Record<string, string>; fetch: typeof globalThis.fetch }

async function readJson({ url, headers, fetch }: Reading): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal: AbortSignal.timeout(longestMs) })
  } catch (error) {
    throw new SchemaError(error instanceof EgressRefused ? 'schema_address' : 'schema_unreachable', { cause: error })
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new SchemaError(response.status === 404 ? 'schema_unknown' : 'schema_unreachable')
  }
  const text = await readWithin(response)
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed
  } catch (error) {
    throw new SchemaError('schema_unusable', { cause: error })
  }
}

async function readWithin({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > longestDocument) throw new SchemaError('schema_too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof SchemaError ? error : new SchemaError('schema_unreachable', { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse<TSchema extends v.GenericSchema>(schema: TSchema, given: unknown): v.InferOutput<TSchema> {
  const parsed = v.safeParse(schema, given)
  if (!parsed.success) throw new SchemaError('schema_unusable')
  return parsed.output
}

export type ServiceSchemaOptions = { apiKey: string; baseUrl: string | undefined; model: string }

const falSchema = v.object({
  models: v.array(
    v.object({
      endpoint_id: v.string(),
      metadata: v.optional(v.object({ display_name: v.optional(v.string()), description: v.optional(v.string()) })),
      openapi: v.optional(v.unknown()),
    }),
  ),
})

/** The host of fal's catalogue; its models have another one. */
const falPlatform = 'https://api.fal.ai'

/** Reads a model of fal: `GET /v1/models` with the id and the expansion `openapi-3.0`. */
export async function readFalSchema({ apiKey, baseUrl, model }: ServiceSchemaOptions): Promise<PublishedSchema> {
  const origin = baseUrl === undefined ? falPlatform : new URL(baseUrl).origin
  const url = new URL(`${origin}/v1/models?${new URLSearchParams({ endpoint_id: model, expand: 'openapi-3.0' })}`)
  const answer = await readJson({ url, headers: { authorization: `Key ${apiKey}` }, fetch: fetchWithin([origin]) })
  const found = parse(falSchema, answer).models.find(({ endpoint_id }) => endpoint_id === model)
  if (!found) throw new SchemaError('schema_unknown')
  const document = parse(documentSchema, found.openapi)
  const [path, start] = Object.entries(document.paths).find(([, { post }]) => post?.requestBody) ?? []
  const input = start && bodyOf(start.post?.requestBody)
  if (path === undefined || !input) throw new SchemaError('schema_unusable')
  const { display_name: name, description } = found.metadata ?? {}
  const read = Object.entries(document.paths).find(([one, { get }]) => one.endsWith('/requests/{request_id}') && get)?.[1]
  return { document, input, output: bodyOf(read?.get?.responses?.['200']), model, name, description, filled: [] }
}

const replicateSchema = v.object({
  owner: v.string(),
  name: v.string(),
  description: v.optional(v.nullable(v.string())),
  is_official: v.optional(v.boolean(), false),
  latest_version: v.nullish(v.object({ id: v.string(), openapi_schema: v.unknown() })),
})

/** Reads a model of Replicate: `GET /models/{owner}/{name}`. Only official ones run by their name, the others by a version. */
export async function readReplicateSchema({ apiKey, baseUrl = homes.replicate, model }: ServiceSchemaOptions): Promise<PublishedSchema> {
  const [owner = '', name = ''] = (model.split(':')[0] ?? '').split('/')
  if (!/^[\w.-]+$/.test(owner) || !/^[\w.-]+$/.test(name)) throw new SchemaError('schema_unknown')
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/models/${owner}/${name}`)
  const answer = await readJson({ url, headers: { authorization: `Bearer ${apiKey}` }, fetch: fetchWithin([baseUrl]) })
  const { latest_version: version, is_official: isOfficial, description } = parse(replicateSchema, answer)
  const document = parse(documentSchema, version?.openapi_schema)
  const { Input: input, Output: output } = document.components.schemas
  if (!version || !input) throw new SchemaError('schema_unusable')
  return {
    document,
    input,
    output,
    model: isOfficial ? `${owner}/${name}` : `${owner}/${name}:${version.id}`,
    name,
    description: description ?? undefined,
    within: 'input',
    filled: [],
  }
}

export type ServerSchemaOptions = { url: string; key: string | null; model: string; address: string; type: Kind | undefined }

/** The paths of OpenAI's protocol by kind, and the fields that the adapter fills. */
const protocol: Readonly<Partial<Record<Kind, { path: RegExp; filled: readonly string[] }>>> = {
  text: {
    path: /\/chat\/completions$/,
    filled: [
      'model',
      'messages',
      'stream',
      'stream_options',
      'max_tokens',
      'max_completion_tokens',
      'tools',
      'tool_choice',
      'response_format',
      'stop',
      'n',
    ],
  },
  image: { path: /\/images\/generations$/, filled: ['model', 'prompt', 'n', 'response_format', 'stream'] },
  audio: { path: /\/audio\/speech$/, filled: ['model', 'input', 'response_format', 'stream', 'stream_format'] },
}

/** Reads what a server with OpenAI's protocol says about itself. Only its own address gets its key; others must be public. */
export async function readServerSchema({ url: home, key, model, address, type = 'text' }: ServerSchemaOptions): Promise<PublishedSchema> {
  const url = URL.parse(address, home)
  if (!url || !/^https?:$/.test(url.protocol)) throw new SchemaError('schema_address')
  const isOwn = url.origin === new URL(home).origin
  const document = parse(
    documentSchema,
    await readJson({
      url,
      headers: isOwn && key !== null ? { authorization: `Bearer ${key}` } : {},
      fetch: isOwn ? fetchWithin([home]) : fetchPublic({ ownOrigins: [] }),
    }),
  )
  const known = protocol[type]
  const input = known && startOf(document, known.path)
  if (!known || !input) throw new SchemaError('schema_unusable')
  return { document, input, output: undefined, model, name: model, description: undefined, filled: known.filled }
}

function startOf({ paths }: OpenApiDocument, pattern: RegExp): Field | undefined {
  return bodyOf(Object.entries(paths).find(([path, { post }]) => pattern.test(path) && post)?.[1].post?.requestBody)
}
