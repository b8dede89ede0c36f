import { readTextPrompt } from '@quartet/engine/protocol/understand.ts'
import type { Advice, PlannedRun, Understanding } from '../provider.ts'
import { taskNames } from './task-names.ts'

/** Returns the task that the prompt itself requests; null if the options decide. */
export function understandText({ prompt, options }: Pick<PlannedRun, 'prompt' | 'options'>): Understanding | null {
  const { task, instruction } = readTextPrompt(prompt, options)
  return instruction === null
    ? null
    : { used: [taskNames[task]], shown: [taskNames[task]], ignored: [], terms: [{ text: instruction, role: 'shown' }] }
}

/** Advises on requests for another medium or that require a language model, and on texts too short for their task; suggests tasks that work. */
export function adviseOnText({ prompt, options }: Pick<PlannedRun, 'prompt' | 'options'>): Advice | null {
  const { advice, asked } = readTextPrompt(prompt, options)
  if (asked)
    return {
      kind: 'other_medium',
      possible: false,
      words: [],
      instead: [],
      suggestions: [{ label: null, prompt: asked.words, model: asked.model, options: null }],
      free: false,
    }
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
