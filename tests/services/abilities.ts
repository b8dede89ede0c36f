import type { ToolServiceName } from '#tests/fakes/providers/tool-services.ts'

/** Uses of tools and JSON, in the order of the table's columns. */
export const capabilityNames = {
  tools: 'Tools',
  named: '`tool_choice` by name',
  parallel: 'Several calls, or one',
  images: 'Images in results',
  replay: 'Reasoning between steps',
  object: '`json_object`',
  schema: '`json_schema`',
  beside: 'JSON with tools',
} as const
export type Capability = keyof typeof capabilityNames
export const capabilities: readonly Capability[] = ['tools', 'named', 'parallel', 'images', 'replay', 'object', 'schema', 'beside']

/**
 * `yes`: by the service itself. `streamed`, `whole`: with the arguments in pieces, or in one. `repaired`: the schema is part of the
 * conversation, and an answer that does not follow it is asked for once more. `unwanted`: the service takes no reasoning back. Otherwise the
 * parameter by whose name a request is refused.
 */
export type Ability = 'yes' | 'streamed' | 'whole' | 'repaired' | 'unwanted' | { refuses: string }
type Abilities = Record<Capability, Ability>

const all: Abilities = {
  tools: 'streamed',
  named: 'yes',
  parallel: 'yes',
  images: 'yes',
  replay: 'yes',
  object: 'yes',
  schema: 'yes',
  beside: 'yes',
}

/** The abilities of each service. docs/api.md has them as a table, and `services.test.ts` proves each against a server with its protocol. */
export const serviceAbilities: Record<ToolServiceName, { name: string } & Abilities> = {
  openai: { name: 'OpenAI', ...all },
  anthropic: { name: 'Anthropic', ...all, object: 'repaired' },
  google: { name: 'Google', ...all, tools: 'whole' },
  xai: { name: 'xAI', ...all },
  mistral: { name: 'Mistral', ...all, tools: 'whole', replay: 'unwanted' },
  deepseek: { name: 'DeepSeek', ...all, named: { refuses: 'tool_choice' }, schema: 'repaired', beside: 'repaired' },
  groq: {
    name: 'Groq',
    ...all,
    tools: 'whole',
    images: { refuses: 'messages' },
    replay: 'unwanted',
    schema: 'repaired',
    beside: 'repaired',
  },
  openrouter: { name: 'OpenRouter', ...all },
  ollama: { name: 'Ollama', ...all, tools: 'whole', named: { refuses: 'tool_choice' }, replay: 'unwanted' },
  vllm: { name: 'vLLM', ...all },
  'llama-cpp': { name: 'llama.cpp', ...all },
  'lm-studio': { name: 'LM Studio', ...all },
}
