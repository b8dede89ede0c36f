import { type ServiceId, serviceIds } from '../../env.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import { pictureSizes, wideSizes } from './media/frame-size.ts'
import { mediaSends } from './media/media-sends.ts'
import { number, oneOf, type Sends, text } from './sends.ts'
import { chatSends, embeddingSends, textSends } from './text/text-sends.ts'

export type MadeBy = Pick<CatalogueModel, 'type' | 'via' | 'task' | 'model'> & { provider: string }

/** Servers whose models come with their options, which a definition cannot change. */
const fixed: readonly string[] = ['a1111', 'comfyui']

/** Returns what the adapter of a model sends; undefined if its server defines its models itself. */
export function sendsOf({ provider, ...made }: MadeBy): Sends | undefined {
  if (fixed.includes(provider)) return undefined
  const service = serviceIds.find((id): id is ServiceId => id === provider)
  if (service === undefined) return compatibleSends(made)
  if (made.via === 'embedding') return embeddingSends(service)
  return made.type === 'text' ? textSends(service, made.model) : mediaSends(service, made)
}

/** The options and files that reach a server with OpenAI's protocol, which has no common way to ask for films. */
function compatibleSends({ type, via }: Omit<MadeBy, 'provider'>): Sends {
  if (via === 'embedding') return { options: { dimensions: number('dimensions') }, roles: {} }
  if (type === 'text') return chatSends
  if (type === 'image')
    return {
      options: { aspect: oneOf('size', Object.keys({ ...pictureSizes, ...wideSizes })), count: number('n') },
      roles: { source: 1, reference: 99, mask: 1 },
    }
  if (via === 'transcription') return { options: { language: text('language'), terms: text('prompt') }, roles: { source: 1 } }
  if (type === 'audio') return { options: { voice: text('voice'), speed: number('speed'), format: text('response_format') }, roles: {} }
  return { options: {}, roles: {} }
}
