const textTypes = new Set(['text', 'email', 'password', 'search', 'url', 'tel', 'number', 'date', 'time'])

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type))

/**
 * Remembers which fields were typed into. Values alone do not tell: a field that the page filled looks like one that a person did.
 * The answer is whether a page that is loaded afresh would lose anything.
 */
export function watchTyping(root: Document): { hasDraft: () => boolean; stop: () => void } {
  const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>()
  const onInput = ({ target }: Event) => {
    if (isTextField(target)) typedInto.add(target)
  }
  root.addEventListener('input', onInput, true)
  return {
    hasDraft() {
      for (const field of typedInto) if (!field.isConnected) typedInto.delete(field)
      return [...typedInto].some(({ value }) => value.trim() !== '')
    },
    stop: () => root.removeEventListener('input', onInput, true),
  }
}
