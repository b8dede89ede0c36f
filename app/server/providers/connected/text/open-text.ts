import { mostLinks, mostSearches, tokensOfALink } from '../../catalogue/costs.ts'
import type { Fetch } from '../../../egress/fetch-within.ts'
import type { EmbeddingModel, TextModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { homes } from '../homes.ts'
import type { OpenServiceModel, ServiceAccess } from '../service.ts'
import { boundedFetch, longestDrawnAnswerBytes } from './bounded-fetch.ts'
import { chatOptionsOf } from './chat-options.ts'
import type { PicturesOut, SdkTextOptions } from './sdk-text.ts'

type Service = Omit<SdkTextOptions, 'provider' | 'model' | 'search' | 'links' | 'code' | 'pictures'> & {
  open(settings: { apiKey: string; baseURL?: string; fetch: Fetch }): Promise<Opened>
}
type Opened = Pick<SdkTextOptions, 'model' | 'search' | 'links' | 'code'> & { pictures?: Omit<PicturesOut, 'most'> }

const services: Partial<Record<ServiceAccess['service'], Service>> = {
  openai: {
    limits: { longestSide: 2_048, toolFiles: true },
    // The service must not store prompts.
    providerOptions: { openai: { store: false } },
    // Only organizations that OpenAI has verified get summaries; others are refused the option.
    thinkingOptions: { openai: { reasoningSummary: 'auto', forceReasoning: true } },
    // The package would leave both out for a model that it does not know.
    effortOptions: (reasoningEffort) => ({ openai: { reasoningEffort, forceReasoning: true } }),
    programOptions: ({ parallel, strict, effort, verbosity }) => ({
      openai: {
        ...(parallel !== undefined && { parallelToolCalls: parallel }),
        ...(strict !== undefined && { strictJsonSchema: strict }),
        ...(effort !== undefined && { reasoningEffort: effort, forceReasoning: true }),
        ...(verbosity !== undefined && { textVerbosity: verbosity }),
      },
    }),
    async open(settings) {
      const { responses, tools } = (await import('@ai-sdk/openai')).createOpenAI(settings)
      return {
        model: responses,
        search: { web_search: tools.webSearch() },
        // A new container, which OpenAI deletes after 20 minutes without use.
        code: { code_interpreter: tools.codeInterpreter() },
        pictures: { tools: { image_generation: tools.imageGeneration(drawing) } },
      }
    },
  },
  anthropic: {
    limits: { longestSide: 1_568, toolFiles: true, systemFirst: true },
    thinkingOptions: { anthropic: { thinking: { type: 'adaptive', display: 'summarized' } } },
    effortOptions: (effort) => ({ anthropic: { effort } }),
    programOptions: ({ parallel }) => ({ anthropic: { ...(parallel === false && { disableParallelToolUse: true }) } }),
    async open(settings) {
      const model = (await import('@ai-sdk/anthropic')).createAnthropic(settings)
      return {
        model,
        search: { web_search: model.tools.webSearch_20250305({ maxUses: mostSearches }) },
        links: { web_fetch: model.tools.webFetch_20250910({ maxUses: mostLinks, maxContentTokens: tokensOfALink }) },
      }
    },
  },
  google: {
    limits: { longestSide: 3_072, systemFirst: true },
    thinkingOptions: { google: { thinkingConfig: { includeThoughts: true } } },
    effortOptions: (level, model) => ({ google: { thinkingConfig: googleThinking(level, model) } }),
    async open(settings) {
      const model = (await import('@ai-sdk/google')).createGoogle(settings)
      return {
        model,
        search: { google_search: model.tools.googleSearch({}) },
        links: { url_context: model.tools.urlContext({}) },
        code: { code_execution: model.tools.codeExecution({}) },
        pictures: { providerOptions: { google: { responseModalities: ['TEXT', 'IMAGE'] } } },
      }
    },
  },
  xai: {
    limits: { longestSide: 2_048 },
    providerOptions: { xai: { store: false } },
    effortOptions: (reasoningEffort) => ({ xai: { reasoningEffort } }),
    async open(settings) {
      const { responses } = (await import('@ai-sdk/xai')).createXai(settings)
      const { jsonSchema } = await import('ai')
      // The package's own tool has the types of another version of the SDK.
      const search = { type: 'provider', isProviderExecuted: true, id: 'xai.web_search', args: {}, inputSchema: jsonSchema({}) } as const
      return { model: responses, search: { web_search: search } }
    },
  },
  mistral: {
    limits: { longestSide: 1_540, shortIds: true },
    effortOptions: (reasoningEffort) => ({ mistral: { reasoningEffort } }),
    programOptions: ({ parallel, strict }) => ({
      mistral: {
        ...(parallel !== undefined && { parallelToolCalls: parallel }),
        ...(strict !== undefined && { strictJsonSchema: strict }),
      },
    }),
    open: async (settings) => ({ model: (await import('@ai-sdk/mistral')).createMistral(settings) }),
  },
  alibaba: {
    limits: { longestSide: 2_048 },
    open: async ({ baseURL, ...settings }) => ({
      model: (await import('@ai-sdk/alibaba')).createAlibaba({
        ...settings,
        // The same variable sets the URL for films, which have another path.
        ...(baseURL && { baseURL: new URL('/compatible-mode/v1', baseURL).href }),
        includeUsage: true,
      }),
    }),
  },
  minimax: {
    limits: { longestSide: 2_048 },
    tagged: true,
    programOptions: chatOptionsOf('minimax'),
    // Otherwise the model thinks aloud in its answer.
    providerOptions: { minimax: { reasoning_split: true } },
    open: ({ baseURL = homes.minimax, ...settings }) =>
      openCompatible({ ...settings, name: 'minimax', baseURL: new URL('/v1', baseURL).href }),
  },
  deepseek: {
    limits: { longestSide: 2_048 },
    // Refuses a call whose reasoning is not sent back.
    thoughts: true,
    programOptions: chatOptionsOf('deepseek'),
    open: (settings) => openCompatible({ baseURL: homes.deepseek, ...settings, name: 'deepseek' }),
  },
  groq: {
    limits: { longestSide: 2_048 },
    tagged: true,
    effortOptions: (reasoningEffort) => ({ groq: { reasoningEffort } }),
    programOptions: chatOptionsOf('groq'),
    open: (settings) => openCompatible({ baseURL: homes.groq, ...settings, name: 'groq' }),
  },
}

/** The images that OpenAI's models make while they answer: one size and quality, so that they have one price. */
const drawing = { model: 'gpt-image-2.6-flare', quality: 'medium', size: '1024x1024', outputFormat: 'png' } as const

/** Model tokens of thinking for each level, by Google's own table; models before Gemini 3 know no levels. */
const googleBudgets: Readonly<Record<string, number>> = { low: 1_024, medium: 8_192, high: 24_576 }

const googleThinking = (level: string, model: string) =>
  model.startsWith('gemini-2.5') ? { thinkingBudget: googleBudgets[level] ?? -1 } : { thinkingLevel: level }

type CompatibleSettings = { name: string; apiKey: string; baseURL: string; fetch: Fetch }

/** A service with OpenAI's chat protocol. */
async function openCompatible(settings: CompatibleSettings): Promise<Opened> {
  return {
    model: (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
      ...settings,
      includeUsage: true,
      supportsStructuredOutputs: true,
    }),
  }
}

/** Opens the text models of the services with API keys. */
export const openText: OpenServiceModel = async (access, { via, pictures: most, streams }): Promise<TextModel | EmbeddingModel> => {
  if (via === 'embedding') return (await import('./open-embedding.ts')).openEmbedding(access)
  const { service, apiKey, baseUrl } = access
  const known = services[service]
  if (!known) throw new ProviderError('provider_auth', `${service}: has no text models`)
  const { open, ...usual } = known
  const { sdkText } = await import('./sdk-text.ts')
  const fetch = boundedFetch(baseUrl ?? homes[service], most === undefined ? undefined : longestDrawnAnswerBytes)
  const { pictures, ...opened } = await open({ apiKey, ...(baseUrl && { baseURL: baseUrl }), fetch })
  return sdkText({
    provider: service,
    ...opened,
    ...usual,
    ...(streams === false && { streams }),
    ...(most !== undefined && { pictures: { ...pictures, most } }),
  })
}
