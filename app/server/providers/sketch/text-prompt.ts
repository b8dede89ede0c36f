import { readTextPrompt } from '#engine/protocol/understand.ts'
import type { Advice, PlannedRun, Understanding } from '../provider.ts'
import { taskNames } from './task-names.ts'

/** The task that the prompt itself asks for; null if the options decide. */
export function understandText({ prompt, options }: Pick<PlannedRun, 'prompt' | 'options'>): Understanding | null {
  const { task, instruction } = readTextPrompt(prompt, options)
  return instruction === null
    ? null
    : { used: [taskNames[task]], shown: [taskNames[task]], ignored: [], terms: [{ text: instruction, role: 'shown' }] }
}

/** Requests that take a language model and texts too short for their task, with tasks that work. */
export function adviseOnText({ prompt, options }: Pick<PlannedRun, 'prompt' | 'options'>): Advice | null {
  const { advice } = readTextPrompt(prompt, options)
  return (
    advice && {
      kind: advice.kind,
      possible: advice.possible,
      words: advice.theme === null ? [] : [advice.theme],
      instead: [],
      suggestions: advice.suggestions.map(({ task, prompt: suggested, isInstruction }) => ({
        label: isInstruction ? null : taskNames[task],
        prompt: suggested,
        model: null,
        options: isInstruction ? null : { task },
      })),
      free: false,
    }
  )
}
