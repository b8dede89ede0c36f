import type { LanguageModel } from 'ai'
import type { TextModel } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import type { OpenServiceModel, ServiceAccess } from '../service.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { SdkTextOptions } from './sdk-text.ts'

type Service = Omit<SdkTextOptions, 'provider' | 'model'> & {
  open(settings: {
    apiKey: string
    baseURL?: string
    fetch: typeof boundedFetch
  }): Promise<(name: string) => Exclude<LanguageModel, string>>
}

const services: Partial<Record<ServiceAccess['service'], Service>> = {
  openai: {
    pictures: { longestSide: 2_048 },
    // The service must not store prompts.
    providerOptions: { openai: { store: false } },
    open: async (settings) => (await import('@ai-sdk/openai')).createOpenAI(settings).responses,
  },
  anthropic: {
    pictures: { longestSide: 1_568 },
    open: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings),
  },
  google: {
    pictures: { longestSide: 3_072 },
    open: async (settings) => (await import('@ai-sdk/google')).createGoogle(settings),
  },
  xai: {
    pictures: { longestSide: 2_048 },
    providerOptions: { xai: { store: false } },
    open: async (settings) => (await import('@ai-sdk/xai')).createXai(settings).responses,
  },
  mistral: {
    pictures: { longestSide: 1_540 },
    open: async (settings) => (await import('@ai-sdk/mistral')).createMistral(settings),
  },
  alibaba: {
    pictures: { longestSide: 2_048 },
    open: async ({ baseURL, ...settings }) =>
      (await import('@ai-sdk/alibaba')).createAlibaba({
        ...settings,
        // The same variable sets the URL for films, which have another path.
        ...(baseURL && { baseURL: new URL('/compatible-mode/v1', baseURL).href }),
        includeUsage: true,
      }),
  },
  minimax: {
    pictures: { longestSide: 2_048 },
    // Otherwise the model thinks aloud in its answer.
    providerOptions: { minimax: { reasoning_split: true } },
    open: ({ baseURL = 'https://api.minimax.io', ...settings }) =>
      openCompatible({ ...settings, name: 'minimax', baseURL: new URL('/v1', baseURL).href }),
  },
  deepseek: {
    pictures: { longestSide: 2_048 },
    open: (settings) => openCompatible({ baseURL: 'https://api.deepseek.com', ...settings, name: 'deepseek' }),
  },
  groq: {
    pictures: { longestSide: 2_048 },
    open: (settings) => openCompatible({ baseURL: 'https://api.groq.com/openai/v1', ...settings, name: 'groq' }),
  },
}

type CompatibleSettings = { name: string; apiKey: string; baseURL: string; fetch: typeof boundedFetch }

/** A service with OpenAI's chat protocol. */
async function openCompatible(settings: CompatibleSettings) {
  return (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({ ...settings, includeUsage: true })
}

/** Opens the text models of the services with API keys. */
export const openText: OpenServiceModel = async ({ service, apiKey, baseUrl }): Promise<TextModel> => {
  const known = services[service]
  if (!known) throw new ProviderError('provider_auth', `${service}: has no text models`)
  const { open, ...limits } = known
  const { sdkText } = await import('./sdk-text.ts')
  const model = await open({ apiKey, ...(baseUrl && { baseURL: baseUrl }), fetch: boundedFetch })
  return sdkText({ provider: service, model, ...limits })
}
