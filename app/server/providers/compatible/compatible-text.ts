import { chatOptionsOf } from '../connected/text/chat-options.ts'
import { boundedFetch, longestDrawnAnswerBytes } from '../connected/text/bounded-fetch.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { TextModel } from '../kinds.ts'

/** The longest side that small models use; a larger picture only takes more time. */
const limits = { longestSide: 1_024 }

/**
 * How a server speaks the protocol: OpenRouter takes the thinking effort in an object, and the choice of a tool by its name; LM Studio has
 * no mode for JSON, only schemas.
 */
export type Dialect = 'openai' | 'openrouter' | 'lm-studio'

/** Name, URL and key of an operator's server. */
export type CompatibleAccess = { name: string; baseUrl: string; key: string | null }

export async function compatibleText(
  { name, baseUrl, key }: CompatibleAccess,
  { pictures: most, streams }: Pick<CatalogueModel, 'pictures' | 'streams'> = {},
  dialect: Dialect = 'openrouter',
): Promise<TextModel> {
  const [{ createOpenAICompatible }, { sdkText }] = await Promise.all([
    import('@ai-sdk/openai-compatible'),
    import('../connected/text/sdk-text.ts'),
  ])
  const server = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    ...(key !== null && { apiKey: key }),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: boundedFetch(baseUrl, most === undefined ? undefined : longestDrawnAnswerBytes),
  })
  return sdkText({
    provider: name,
    model: (model) => server(model),
    limits,
    tagged: true,
    thoughts: true,
    ...(dialect !== 'openrouter' && { choosesByTools: true }),
    ...(dialect === 'lm-studio' && { objectBySchema: true }),
    programOptions: chatOptionsOf(name),
    ...(streams === false && { streams }),
    ...(most !== undefined && { pictures: { most, providerOptions: { [name]: { modalities: ['image', 'text'] } } } }),
    effortOptions: (effort) => ({ [name]: dialect === 'openrouter' ? { reasoning: { effort } } : { reasoningEffort: effort } }),
  })
}
