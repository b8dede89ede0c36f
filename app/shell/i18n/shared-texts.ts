import type { I18n, MessageDescriptor, MessageOptions, Messages } from '@lingui/core'

/** Finished texts by their messages, which the server's requests share. */
const texts = new WeakMap<Messages, Map<string, string>>()

/** Lets all requests of the server make a text without values once. A page reads two hundred. */
export function shareTexts(i18n: I18n): void {
  const make = i18n.t
  const read = (id: string, values?: Record<string, unknown>, options?: MessageOptions): string => {
    if (values) return make(id, values, options)
    const { messages } = i18n
    let known = texts.get(messages)
    if (!known) texts.set(messages, (known = new Map()))
    const text = known.get(id) ?? make(id, undefined, options)
    if (id in messages) known.set(id, text)
    return text
  }
  i18n._ = i18n.t = (message: MessageDescriptor | string, values?: Record<string, unknown>, options?: MessageOptions) =>
    typeof message === 'string' ? read(message, values, options) : read(message.id, message.values ?? values, message)
}
