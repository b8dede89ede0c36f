import { unseenIn } from '../../engine/scene/unseen.ts'
import { type Kind, readPrompt } from '../../engine/understanding/read-prompt.ts'
import type { RunRequest, Understanding } from '../provider.ts'
import { understoodWord } from './understood-words.ts'

const seen = ['setting', 'thing', 'time', 'sky', 'falling', 'weather', 'season', 'style', 'colour', 'tone', 'mood', 'view'] as const
const heard = ['genre', 'instrument', 'effect', 'tempo', 'key', 'mood'] as const
/** A landscape sets the mood of the music, but nothing of it is drawn. */
const composed = [...heard, 'setting', 'time', 'sky', 'falling', 'weather', 'season', 'tone'] as const

/** How the built-in engine reads a prompt; null for models that take it as it is. */
export function understand({ model, prompt, options }: Pick<RunRequest, 'model' | 'prompt' | 'options'>): Understanding | null {
  const kinds = kindsFor(model, options)
  if (!kinds) return null
  const negative = typeof options.negative === 'string' ? options.negative : ''
  const reading = readPrompt(prompt, { negative, kinds })
  const unseen = model === 'sketch-music' ? null : unseenIn(reading)
  const { used, ignored } = unseen && unseen.size > 0 ? readPrompt(prompt, { negative, kinds, unseen }) : reading
  return { used: used.map(understoodWord), ignored }
}

function kindsFor(model: string, options: RunRequest['options']): ReadonlySet<Kind> | null {
  switch (model) {
    case 'sketch-image':
      return new Set(seen)
    case 'sketch-video':
      return new Set<Kind>(hasMusic(options.sound) ? [...seen, ...heard, 'camera', 'change'] : [...seen, 'camera', 'tempo', 'change'])
    case 'sketch-music':
      return new Set(composed)
    default:
      return null
  }
}

const hasMusic = (sound: unknown): boolean => sound === 'music' || sound === 'both'
