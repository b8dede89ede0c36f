import * as v from 'valibot'
import { type Outlook, outlookOf, picturedKinds, readPictured, readScene } from '../scene/read-scene.ts'
import { adviseOnPlan } from '../text/advise.ts'
import type { TextAdvice } from '../text/advise.ts'
import { type AskedMedium, askedMedium } from '../understanding/asked-medium.ts'
import { planText } from '../text/plan.ts'
import { cleanPrompt } from '../understanding/clean-prompt.ts'
import { asksForMusic, asksForNoise, asksForSpeech } from '../understanding/other-medium.ts'
import { type Kind, readPrompt } from '../understanding/read-prompt.ts'
import { type EngineOptions, engineOptions } from './options.ts'
import type { Concept, NamedConcept, Setting, Thing, TimeOfDay, Understanding } from '../understanding/understanding.ts'

export type { TextAdvice }
export type { Concept, NamedConcept, Outlook, Setting, Thing, TimeOfDay }

const heard = ['genre', 'instrument', 'effect', 'tempo', 'key', 'mood'] as const
/** A landscape sets the mood of music without being part of it. */
const composed = [...heard, 'setting', 'time', 'sky', 'falling', 'weather', 'season', 'tone'] as const

export type Understood = Pick<Understanding, 'used' | 'shown' | 'ignored' | 'terms'>

/** Reads a prompt as the model would; null for models that take it literally. */
export function understand(model: string, prompt: string, options: Record<string, unknown>): Understood | null {
  const kinds = kindsFor(model, options)
  if (!kinds) return null
  const negative = negativeOf(options)
  const { used, shown, ignored, terms } =
    model === 'sketch-music' ? readPrompt(prompt, { negative, kinds }) : readPictured(prompt, { negative, kinds })
  return { used, shown, ignored, terms }
}

/** Returns the main noun of a prompt that the model cannot draw, and the scene that it draws instead; null if it can draw the noun. */
export function missingSubject(
  model: string,
  prompt: string,
  options: Record<string, unknown>,
): { words: string; outlook: Outlook; language: 'en' | 'ru' } | null {
  if (model !== 'sketch-image' && model !== 'sketch-video') return null
  const scene = readScene(prompt, { negative: negativeOf(options) })
  return scene.missing === null ? null : { words: scene.missing, outlook: outlookOf(scene), language: scene.language }
}

/** Returns the model that fits better: music for a speech text that describes music, speech for a music prompt that is to be read aloud. */
export function otherMedium(model: string, prompt: string): 'sketch-music' | 'sketch-speech' | null {
  if (model === 'sketch-speech') return asksForMusic(prompt) ? 'sketch-music' : null
  return model === 'sketch-music' && asksForSpeech(prompt) ? 'sketch-speech' : null
}

/** Returns the noise that a prompt for a voice or for music names, and whether the music model makes it; null without one. */
export function noiseIn(model: string, prompt: string): { words: string; isMade: boolean } | null {
  if ((model !== 'sketch-speech' && model !== 'sketch-music') || !asksForNoise(prompt)) return null
  const isMade = readPrompt(prompt, { kinds: new Set<Kind>(['effect']) }).effects.length > 0
  return model === 'sketch-music' && isMade ? null : { words: prompt.trim(), isMade }
}

/** Returns the instruction that a text prompt begins or ends with, and advice on parts that cannot be done. */
export function readTextPrompt(
  prompt: string,
  options: Record<string, unknown>,
): {
  task: EngineOptions['sketch-text']['task']
  instruction: string | null
  advice: TextAdvice | null
  /** The medium that it asks for, if no text can be made of it. */
  asked: AskedMedium | null
} {
  const parsed = v.safeParse(engineOptions['sketch-text'], options)
  const plan = planText(cleanPrompt(prompt), parsed.success ? parsed.output : v.getDefaults(engineOptions['sketch-text']))
  return {
    task: plan.task,
    instruction: plan.instruction?.words ?? null,
    advice: plan.subject === '' && !plan.instruction ? null : adviseOnPlan(plan),
    asked: plan.problem === null ? null : askedMedium(prompt),
  }
}

const negativeOf = ({ negative }: Record<string, unknown>): string => (typeof negative === 'string' ? negative : '')

function kindsFor(model: string, options: Record<string, unknown>): ReadonlySet<Kind> | null {
  switch (model) {
    case 'sketch-image':
      return new Set(picturedKinds)
    case 'sketch-video':
      return new Set<Kind>(
        hasMusic(options.sound) ? [...picturedKinds, ...heard, 'camera', 'change'] : [...picturedKinds, 'camera', 'tempo', 'change'],
      )
    case 'sketch-music':
      return new Set(composed)
    default:
      return null
  }
}

const hasMusic = (sound: unknown): boolean => sound === 'music' || sound === 'both'
