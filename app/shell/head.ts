import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { config } from '#config'

type HeadOptions = {
  match: { context: { i18n: I18n }; loaderData?: unknown }
  matches: readonly { status: string; _notFound?: boolean | undefined }[]
}

export const siteTitle = msg({ id: 'meta.title', message: 'Quartet: video, image, audio and text from a sentence' })
export const siteDescription = msg({
  id: 'meta.description',
  message:
    'Say what you want to see, hear or read, and Quartet makes it. One balance of tokens for video, image, audio and text. What fails is not charged.',
})

/** The title of an answer that is not the page asked for; undefined when all is well. */
export function failureTitle({ match: { context }, matches }: HeadOptions): string | undefined {
  if (matches.some(({ status, _notFound }) => _notFound || status === 'notFound')) return context.i18n._(msg`Page Not Found`)
  if (matches.some(({ status }) => status === 'error')) return context.i18n._(msg`Internal Server Error`)
  return undefined
}

/** A route's `head`: its own title with the product's name after it. */
export function titled(title: MessageDescriptor) {
  return (options: HeadOptions) => ({
    meta: [{ title: failureTitle(options) ?? `${options.match.context.i18n._(title)} · ${config.name}` }],
  })
}
