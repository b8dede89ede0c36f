import { understand as read } from '@quartet/engine/protocol/understand.ts'
import type { PlannedRun, Understanding } from '../provider.ts'
import { understandText } from './text-prompt.ts'
import { understoodWord } from './understood-words.ts'

/** Returns the built-in engine's reading of a prompt; null for models that take it literally. */
export function understand({ model, prompt, options }: Omit<PlannedRun, 'roles'>): Understanding | null {
  if (model === 'sketch-text') return understandText({ prompt, options })
  const understood = read(model, prompt, options)
  if (!understood) return null
  const { used, shown, ignored, terms } = understood
  return { used: used.map(understoodWord), shown: shown.map(understoodWord), ignored, terms }
}
