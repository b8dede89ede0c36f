import { missingSubject, noiseIn, otherMedium } from '@quartet/engine/protocol/understand.ts'
import type { Advice, PlannedRun } from '../provider.ts'
import { cardIdea } from './card-idea.ts'
import { ideasFor } from './ideas.ts'
import { outlookPhrase } from './outlook-phrase.ts'
import { adviseOnText } from './text-prompt.ts'

/** Returns the advice of a built-in model on a prompt; null if the model can do what it asks. */
export function advise(run: PlannedRun): Advice | null {
  switch (run.model) {
    case 'sketch-image':
    case 'sketch-video':
      return adviseOnScene(run)
    case 'sketch-speech':
    case 'sketch-music':
      return adviseOnSound(run)
    case 'sketch-text':
      return adviseOnText(run)
    default:
      return null
  }
}

/** Roles of a person's own picture, which is changed or animated whatever the prompt names. */
const pictured: ReadonlySet<PlannedRun['roles'][number]> = new Set(['source', 'first_frame'])

function adviseOnScene({ model, prompt, options, roles }: PlannedRun): Advice | null {
  const missing = roles.some((role) => pictured.has(role)) ? null : missingSubject(model, prompt, options)
  if (!missing) return null
  const ideas = ideasFor({ ...missing, prompt })
  const card = model === 'sketch-image' && ideas[0] !== undefined ? cardIdea(prompt, ideas[0]) : null
  const suggestions = ideas.map((idea) => ({ label: null, prompt: idea, model: null, options: null }))
  return {
    kind: 'not_drawn',
    words: [missing.words],
    instead: outlookPhrase(missing.outlook),
    suggestions: card ? [card, ...suggestions.slice(1)] : suggestions,
    free: true,
    possible: true,
  }
}

function adviseOnSound({ model, prompt }: PlannedRun): Advice | null {
  const noise = noiseIn(model, prompt)
  const other = noise?.isMade ? 'sketch-music' : otherMedium(model, prompt)
  if (!other && !noise) return null
  return {
    kind: 'other_medium',
    words: noise ? [noise.words] : [],
    instead: [],
    suggestions: other ? [{ label: null, prompt, model: other, options: null }] : [],
    free: false,
    possible: true,
  }
}
