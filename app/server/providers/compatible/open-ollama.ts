import * as v from 'valibot'
import type { Abilities } from '#app/contract/studio/turns.ts'
import type { FileKind } from '#app/contract/base/values.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { OpenLiveServer } from '../connected/service.ts'
import { askServer } from './ask-server.ts'
import type { Effort } from '../catalogue/options.ts'
import { compatibleText } from './compatible-text.ts'
import { type ListedKind, listedModel, ownEfforts } from './listed-model.ts'
import { openLiveList } from './live-list.ts'

const tagsSchema = v.object({ models: v.array(v.object({ name: v.string(), digest: v.optional(v.string(), '') })) })
const showSchema = v.object({
  capabilities: v.optional(v.array(v.string()), ['completion']),
  model_info: v.optional(v.record(v.string(), v.unknown()), {}),
})
type Shown = {
  answers: boolean
  reads: readonly FileKind[]
  contextLength: number | null
  kind?: ListedKind
  efforts?: readonly Effort[]
  can?: Abilities
}

const mostModels = 100
/** Ollama ignores a choice of tools and a bias of tokens: https://docs.ollama.com/api/openai-compatibility, 2026-11-29. */
const ownAbilities: Abilities = {
  json: 'schema',
  continues: true,
  settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop', 'presencePenalty', 'frequencyPenalty', 'effort'],
}
const unknown: Shown = { answers: true, reads: [], contextLength: null, can: { ...ownAbilities, tools: 'auto' } }

/** Opens an Ollama server, local or remote, which lists the capabilities of each model. */
export const openOllama: OpenLiveServer = ({ name, url, key, price, now }) => {
  /** Details by digest, because they are valid until the model changes. */
  const shown = new Map<string, Shown>()

  const list = openLiveList({
    ...(now && { now }),
    // Short, because people start and stop it often.
    freshMs: 20_000,
    async fetchList(signal) {
      const { models } = await askServer({ home: url, url: `${url}/api/tags`, key, signal, schema: tagsSchema })
      const described: CatalogueModel[] = []
      for (const { name: model, digest } of models.slice(0, mostModels)) {
        const { answers, ...rest } = await show({ model, digest, signal })
        const one = answers ? listedModel({ server: name, model, price, ...rest }) : undefined
        if (one?.type === 'text') described.push(one)
      }
      return described
    },
  })

  async function show({ model, digest, signal }: { model: string; digest: string; signal: AbortSignal }): Promise<Shown> {
    const kept = shown.get(`${model} ${digest}`)
    if (kept) return kept
    try {
      const answer = await askServer({ home: url, url: `${url}/api/show`, key, signal, schema: showSchema, body: { model } })
      const answers = answer.capabilities.includes('completion')
      const embeds = !answers && answer.capabilities.includes('embedding')
      const details: Shown = {
        kind: embeds ? 'embedding' : 'text',
        answers: embeds || answers,
        reads: answer.capabilities.includes('vision') ? ['image'] : [],
        contextLength: contextLengthOf(answer.model_info),
        can: { ...ownAbilities, ...(answer.capabilities.includes('tools') && { tools: 'auto' as const }) },
        ...(answer.capabilities.includes('thinking') && { efforts: ownEfforts }),
      }
      shown.set(`${model} ${digest}`, details)
      return details
    } catch {
      // The query is repeated at the next refresh; until then the name decides.
      return unknown
    }
  }

  return {
    models: () => list.read(),
    isAway: () => list.isAway(),
    open: async ({ via }) =>
      via === 'embedding'
        ? (await import('./compatible-embedding.ts')).compatibleEmbedding({ name, baseUrl: `${url}/v1`, key })
        : compatibleText({ name, baseUrl: `${url}/v1`, key }, {}, 'openai'),
    close: () => list.close(),
  }
}

/** Returns the context length, whose key begins with the name of the model's family. */
function contextLengthOf(info: Record<string, unknown>): number | null {
  const found = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return typeof found === 'number' && found > 0 ? found : null
}
