import { ignoredOfResponse, type ResponseRequest, type serviceTools } from '#app/contract/protocols/responses.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked, Noted, Tool, TurnSettings } from '#app/contract/studio/turns.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { fitAsked, type ParameterNames, type ReadAsked, toFormat, toTool } from './fit-asked.ts'
import { refuse } from './refuse.ts'

/** The protocol's names of its parameters. */
const parameterNames = {
  maxOutputTokens: 'max_output_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  seed: 'seed',
  stop: 'stop',
  logitBias: 'logit_bias',
  effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  tools: 'tools',
  choice: 'tool_choice',
  format: 'text.format',
} as const satisfies ParameterNames

type Model = Pick<ProviderModel, 'options' | 'can'>

/** Reads what a program asks of a model: nothing is rounded and nothing added. */
export function readResponseAsked(model: Model, request: ResponseRequest): ReadAsked {
  const { parallel_tool_calls: parallel, instructions, truncation } = request
  const service = readServiceTools(model, request)
  const { asked, options, ignored } = fitAsked(
    model,
    {
      settings: sentSettings(request),
      ...sentTools(request),
      parallel,
      format: formatOf(request.text?.format),
      options: { ...service.options, ...request.options },
      unknown: ignoredOfResponse(request),
    },
    parameterNames,
  )
  const noted = notedOf(request)
  const unstored = model.can ? [] : [...(instructions ? ['instructions'] : []), ...(noted?.metadata ? ['metadata'] : [])]
  return {
    asked: { ...(instructions && { instructions }), ...asked, ...(noted && { noted }) },
    options,
    ignored: [...unstored, ...ignored, ...service.ignored, ...includedOf(request), ...(truncation === 'auto' ? ['truncation'] : [])],
  }
}

function sentSettings(request: ResponseRequest): TurnSettings {
  const { max_output_tokens: longest, temperature, top_p, presence_penalty, frequency_penalty, reasoning, text } = request
  return {
    ...(longest != null && { maxOutputTokens: longest }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { topP: top_p }),
    ...(presence_penalty != null && { presencePenalty: presence_penalty }),
    ...(frequency_penalty != null && { frequencyPenalty: frequency_penalty }),
    ...(reasoning?.effort != null && { effort: reasoning.effort }),
    ...(text?.verbosity != null && { verbosity: text.verbosity }),
  }
}

/** The program's own tools. Of `allowed_tools` only those remain, because a model calls what it is given. */
function sentTools({ tools: sent, tool_choice: choice }: ResponseRequest): { tools: Tool[]; choice?: Asked['choice'] } {
  const tools = (sent ?? []).flatMap((tool) => (tool.type === 'function' ? toTool(tool) : []))
  if (choice === null || choice === undefined) return { tools }
  if (typeof choice === 'string') return { tools, choice }
  if (choice.type === 'function') return { tools, choice: { name: choice.name } }
  const allowed = new Set(choice.tools.map(({ name }) => name))
  if (choice.tools.some(({ name }) => !tools.some((tool) => tool.name === name))) return refuse('tool_choice', 'tool_unknown')
  return { tools: tools.filter(({ name }) => allowed.has(name)), choice: choice.mode }
}

/** The options of models that are tools of their services. */
export const optionsOfTools = {
  web_search: 'search',
  web_search_preview: 'search',
  code_interpreter: 'code',
  image_generation: 'images',
} as const satisfies Record<(typeof serviceTools)[number], string>

/** Turns the service's own tools on, for a model that offers them. Their settings would be silently lost, so only the usual ones are taken. */
function readServiceTools({ options }: Model, { tools }: ResponseRequest): { options: OptionValues; ignored: string[] } {
  const on: OptionValues = {}
  const ignored: string[] = []
  for (const tool of tools ?? []) {
    if (tool.type === 'function') continue
    const option = optionsOfTools[tool.type]
    if (options[option]?.type !== 'boolean') return refuse('tools', 'unsupported')
    on[option] = true
    for (const [name, value] of Object.entries(tool)) {
      if (name === 'type' || value === null || isUsual(value)) continue
      if (name !== 'search_context_size') return refuse('tools', 'unsupported')
      ignored.push(`tools.${name}`)
    }
  }
  return { options: on, ignored }
}

/** The container of a code interpreter that asks for nothing. */
const isUsual = (value: unknown) => JSON.stringify(value) === '{"type":"auto"}'

function formatOf(sent: NonNullable<ResponseRequest['text']>['format']): Asked['format'] {
  if (!sent || sent.type === 'text') return undefined
  return sent.type === 'json_schema' ? toFormat(sent) : {}
}

function notedOf({ metadata, store, reasoning, include }: ResponseRequest): Noted | undefined {
  const noted: Noted = {
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    ...(store === false && { store }),
    ...(reasoning?.summary != null && { summary: reasoning.summary }),
    ...(include?.includes(sealedReasoning) && { sealed: true }),
  }
  return Object.keys(noted).length > 0 ? noted : undefined
}

const sealedReasoning = 'reasoning.encrypted_content'

/** Other additions to the answer, none of which change it; sources of a search are in its annotations. */
function includedOf({ include }: ResponseRequest): string[] {
  const wanted = (include ?? []).filter((one) => one !== sealedReasoning)
  if (wanted.includes('message.output_text.logprobs')) refuse('include', 'unsupported')
  return wanted.length > 0 ? ['include'] : []
}
