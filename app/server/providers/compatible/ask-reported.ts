import * as v from 'valibot'
import type { FileKind } from '#app/contract/base/values.ts'
import { type Effort, effortsAmong } from '../catalogue/options.ts'
import type { Voice } from '../connected/voices.ts'
import { askServer } from './ask-server.ts'
import type { ListedKind } from './listed-model.ts'

/** Facts that a server states about a model outside of OpenAI's list. */
export type Reported = {
  kind: ListedKind | 'other' | undefined
  reads: readonly FileKind[]
  contextLength: number | null
  efforts?: readonly Effort[]
}

type Server = { baseUrl: string; key: string | null; signal: AbortSignal }
type Listed = ReadonlyMap<string, Reported>

const nothing: ReadonlyMap<string, Reported> = new Map()
/** LocalAI states nothing else in the list, not even an owner. */
const bareSchema = v.strictObject({ id: v.string(), object: v.literal('model') })
const lmStudioEntrySchema = v.object({ id: v.string(), owned_by: v.literal('organization_owner') })
export const isOfLmStudio = (entry: unknown): entry is v.InferOutput<typeof lmStudioEntrySchema> => v.is(lmStudioEntrySchema, entry)
const lmStudioSchema = v.object({
  data: v.array(v.object({ id: v.string(), type: v.optional(v.string()), max_context_length: v.optional(v.nullable(v.number())) })),
})
/** The levels of thinking, since LM Studio 0.4: `off`, `on` and OpenAI's names. Its own list has a `key` where OpenAI's has an id. */
const lmStudioLevelsSchema = v.object({
  models: v.array(
    v.object({
      key: v.string(),
      capabilities: v.fallback(
        v.optional(v.object({ reasoning: v.optional(v.object({ allowed_options: v.array(v.string()) })) })),
        undefined,
      ),
    }),
  ),
})
const localAiSchema = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      capabilities: v.optional(v.nullable(v.array(v.string()))),
      context_size: v.optional(v.nullable(v.number())),
    }),
  ),
})
/** Shapes of a voice: an id (Kokoro before 0.3), or an object with an id, a name and a language (Kokoro, Speaches). */
const voiceSchema = v.union([
  v.pipe(v.string(), v.nonEmpty()),
  v.object({ id: v.pipe(v.string(), v.nonEmpty()), name: v.optional(v.string()), language: v.optional(v.nullable(v.string())) }),
])
const voicesSchema = v.object({ voices: v.array(v.unknown()) })

const mostVoices = 300
const longestVoice = 80

/** Asks LM Studio and LocalAI, which describe their models at addresses of their own. Empty for other servers, and if there is no answer. */
export async function askReported(data: readonly unknown[], server: Server): Promise<Listed> {
  try {
    if (data.some(isOfLmStudio)) return await askLmStudio(server)
    if (data.length > 0 && data.every((entry) => v.is(bareSchema, entry))) return await askLocalAi(server)
  } catch {
    // The names decide until the next refresh.
  }
  return nothing
}

const llamaEntrySchema = v.object({ id: v.string(), owned_by: v.literal('llamacpp') })
const propsSchema = v.object({ chat_template_caps: v.object({ supports_reasoning_effort: v.literal(true) }) })

/** Asks llama.cpp, which serves one model, whether it takes a thinking effort; the names of its models if it does. */
export async function askEfforts(data: readonly unknown[], { baseUrl, key, signal }: Server): Promise<ReadonlySet<string>> {
  const own = data.flatMap((entry) => (v.is(llamaEntrySchema, entry) ? [entry.id] : []))
  if (own.length === 0) return new Set()
  try {
    await askServer({ home: baseUrl, url: new URL('/props', baseUrl).href, key, signal, schema: propsSchema })
    return new Set(own)
  } catch {
    return new Set()
  }
}

async function askLmStudio({ baseUrl, key, signal }: Server): Promise<Listed> {
  const own = { home: baseUrl, key, signal }
  const [listed, leveled] = await Promise.all([
    askServer({ ...own, url: new URL('/api/v0/models', baseUrl).href, schema: lmStudioSchema }),
    askServer({ ...own, url: new URL('/api/v1/models', baseUrl).href, schema: lmStudioLevelsSchema }).catch(() => ({ models: [] })),
  ])
  const levels = new Map(leveled.models.map(({ key: id, capabilities }) => [id, lmStudioEfforts(capabilities?.reasoning?.allowed_options)]))
  return new Map(
    listed.data.map(({ id, type, max_context_length: contextLength }) => [
      id,
      {
        kind: type === 'llm' || type === 'vlm' ? 'text' : type === 'embeddings' ? 'embedding' : undefined,
        reads: type === 'vlm' ? ['image'] : [],
        contextLength: contextLength ?? null,
        efforts: levels.get(id) ?? [],
      },
    ]),
  )
}

/** OpenAI's field knows no `on`; a model that thinks or does not takes any level for it. */
function lmStudioEfforts(allowed: readonly string[] = []): Effort[] {
  const names = allowed.map((name) => (name === 'off' ? 'none' : name))
  const levels = effortsAmong(names)
  return names.includes('on') && levels.every((level) => level === 'none') ? [...levels, 'medium'] : levels
}

async function askLocalAi({ baseUrl, key, signal }: Server): Promise<Listed> {
  const { data } = await askServer({ home: baseUrl, url: `${baseUrl}/models/capabilities`, key, signal, schema: localAiSchema })
  return new Map(
    data.map(({ id, capabilities, context_size: contextLength }) => [
      id,
      {
        kind: capabilities && capabilities.length > 0 ? localAiKind(capabilities) : undefined,
        reads: capabilities?.includes('vision') ? ['image'] : [],
        contextLength: contextLength ?? null,
      },
    ]),
  )
}

/** A model of several abilities has that of a conversation first. */
function localAiKind(capabilities: readonly string[]): Reported['kind'] {
  const kinds = [
    ['chat', 'text'],
    ['completion', 'text'],
    ['transcript', 'transcription'],
    ['tts', 'speech'],
    ['image', 'image'],
    ['embeddings', 'embedding'],
  ] as const
  return kinds.find(([capability]) => capabilities.includes(capability))?.[1] ?? 'other'
}

/** Asks for the voices that Kokoro, Speaches and servers like them list; none if there is no such list. */
export async function askVoices({ baseUrl, key, signal }: Server): Promise<readonly Voice[]> {
  try {
    return readVoices(await askServer({ home: baseUrl, url: `${baseUrl}/audio/voices`, key, signal, schema: voicesSchema }))
  } catch {
    return []
  }
}

/** Reads the voices of a list, or of a model that has some of its own. */
export function readVoices(listed: unknown): readonly Voice[] {
  const parsed = v.safeParse(voicesSchema, listed)
  const voices = (parsed.success ? parsed.output.voices : []).flatMap((entry): [string, Voice][] => {
    const voice = v.safeParse(voiceSchema, entry)
    if (!voice.success) return []
    const { id, name = id, language = null } = typeof voice.output === 'string' ? { id: voice.output } : voice.output
    if (id.length > longestVoice || name.length > longestVoice) return []
    const [code = ''] = (language ?? '').toLowerCase().split(/[_-]/)
    return [[id, { id, name, languages: /^[a-z]{2,3}$/.test(code) ? [code] : [] }]]
  })
  return [...new Map(voices).values()].slice(0, mostVoices)
}
