import type { Abilities, SettingName } from '#app/contract/studio/turns.ts'
import type { CatalogueModel } from '../../catalogue/model.ts'
import type { ServiceId } from '../../../env.ts'

type ServiceAbilities = Abilities & {
  /** Settings that only models with an option for the temperature take: models that think refuse them. */
  sampling?: readonly SettingName[]
  /** Settings of models that think. */
  thinking?: readonly SettingName[]
}

/** Abilities of each service that the adapters pass on, by the code of the AI SDK's packages, read on 2026-11-29. */
const services: Partial<Record<ServiceId, ServiceAbilities>> = {
  openai: {
    tools: true,
    json: 'schema',
    continues: true,
    settings: ['maxOutputTokens'],
    sampling: ['temperature', 'topP'],
    thinking: ['verbosity'],
    ownTools: ['web_search', 'code_interpreter', 'image_generation'],
  },
  // It has schemas and no mode for JSON of any shape: https://platform.claude.com/docs/en/build-with-claude/structured-outputs, 2026-11-29.
  anthropic: {
    tools: true,
    json: 'schema',
    jsonAsked: 'object',
    continues: true,
    settings: ['maxOutputTokens', 'stop'],
    sampling: ['temperature', 'topP'],
    ownTools: ['web_search', 'web_fetch'],
  },
  google: {
    tools: true,
    json: 'schema',
    continues: true,
    settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop'],
    ownTools: ['google_search', 'url_context', 'code_execution'],
  },
  xai: { tools: true, json: 'schema', continues: true, settings: ['maxOutputTokens', 'temperature', 'topP'], ownTools: ['web_search'] },
  mistral: { tools: true, json: 'schema', continues: true, settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop'] },
  alibaba: {
    tools: true,
    json: 'object',
    continues: true,
    settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop', 'presencePenalty'],
  },
  // Its models think, and refuse the choice of a tool meanwhile: https://github.com/deepseek-ai/DeepSeek-V3/issues/1376, 2026-05-30.
  deepseek: {
    tools: 'auto',
    json: 'object',
    continues: true,
    settings: ['maxOutputTokens', 'temperature', 'topP', 'stop', 'presencePenalty', 'frequencyPenalty'],
  },
  // It refuses JSON together with tools: https://github.com/vercel/ai/pull/16540, 2026-07-01.
  groq: {
    tools: true,
    json: 'object',
    jsonAsked: 'tools',
    continues: true,
    settings: ['maxOutputTokens', 'temperature', 'topP', 'seed', 'stop'],
  },
  minimax: { tools: true, continues: true, settings: ['maxOutputTokens', 'temperature', 'topP'] },
}

/** Returns the abilities of a service's model; undefined for one that is no language model. */
export function abilitiesOf(service: ServiceId, { type, options }: Pick<CatalogueModel, 'type' | 'options'>): Abilities | undefined {
  const known = services[service]
  if (type !== 'text' || !known) return undefined
  const { sampling = [], thinking = [], settings, ...rest } = known
  return { ...rest, settings: [...settings, ...(options.temperature ? sampling : []), ...(options.effort ? thinking : [])] }
}

/** The abilities of a model at a server with OpenAI's chat protocol that does not state them: it answers for what it does with a parameter. */
export const assumedAbilities: Abilities = {
  tools: true,
  json: 'schema',
  continues: true,
  settings: [
    'maxOutputTokens',
    'temperature',
    'topP',
    'seed',
    'stop',
    'presencePenalty',
    'frequencyPenalty',
    'logitBias',
    'effort',
    'verbosity',
  ],
}

/** OpenRouter's names for the abilities of a model. */
const reported: readonly (readonly [string, SettingName])[] = [
  ['max_tokens', 'maxOutputTokens'],
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['seed', 'seed'],
  ['stop', 'stop'],
  ['presence_penalty', 'presencePenalty'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['logit_bias', 'logitBias'],
  ['reasoning', 'effort'],
  ['verbosity', 'verbosity'],
]

/** Returns the abilities that a server reports as the parameters that a model knows. */
export function reportedAbilities(parameters: readonly string[]): Abilities {
  const has = (name: string) => parameters.includes(name)
  const json = has('structured_outputs') ? 'schema' : has('response_format') ? 'object' : undefined
  return {
    ...(has('tools') && { tools: has('tool_choice') ? true : 'auto' }),
    ...(json && { json }),
    continues: true,
    settings: reported.flatMap(([name, setting]) => (has(name) ? [setting] : [])),
  }
}
