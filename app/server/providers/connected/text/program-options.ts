import { jsonSchema, tool, type ToolSet } from 'ai'
import type { Asked } from '#app/contract/studio/turns.ts'

/** The request of a program in the words of the AI SDK. */

export type ProgramOptions = {
  parallel?: boolean
  strict?: boolean
  logitBias?: Record<string, number>
  effort?: string
  verbosity?: string
}

/**
 * Own servers differ in how they take the choice of a tool by its name: LM Studio refuses it and llama.cpp ignores it. All take the choice of
 * any tool, of which there is then one.
 */
export function onlyChosen(asked: Asked | undefined): Asked | undefined {
  const choice = asked?.choice
  if (typeof choice !== 'object') return asked
  return { ...asked, choice: 'required', tools: (asked?.tools ?? []).filter(({ name }) => name === choice.name) }
}

/** The tools of a program have no `execute`, so that the answer ends with their calls. */
export const toolsOf = (asked: Asked | undefined): ToolSet =>
  Object.fromEntries(
    (asked?.tools ?? []).map(({ name, description, parameters, strict }) => [
      name,
      tool({
        ...(description !== undefined && { description }),
        ...(strict !== undefined && { strict }),
        inputSchema: jsonSchema(parameters),
      }),
    ]),
  )

/** The model's own choice is what happens anyway. DeepSeek refuses even that while it thinks. */
export function choiceOf(asked: Asked | undefined) {
  const choice = asked?.choice
  if (choice === undefined || choice === 'auto') return undefined
  return typeof choice === 'string' ? { type: choice } : { type: 'tool' as const, toolName: choice.name }
}

export function settingsOf(asked: Asked | undefined) {
  const { temperature, topP, seed, presencePenalty, frequencyPenalty } = asked?.settings ?? {}
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(presencePenalty !== undefined && { presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
  }
}

export function programOptionsOf({ parallel, format, settings = {} }: Asked): ProgramOptions {
  const { logitBias, effort, verbosity } = settings
  return {
    ...(parallel !== undefined && { parallel }),
    ...(format?.schema && { strict: format.strict ?? false }),
    ...(logitBias && { logitBias }),
    ...(effort !== undefined && { effort }),
    ...(verbosity !== undefined && { verbosity }),
  }
}

export const formatOf = ({ name, description, schema }: NonNullable<Asked['format']> = {}) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(schema && { schema }),
})
