const textTypes = new Set(['text', 'email', 'password', 'search', 'url', 'tel', 'number', 'date', 'time'])

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.has(target.type))

/**
 * Tracks which fields the person has typed into: values alone cannot distinguish them from prefilled ones. `hasDraft` reports whether a
 * reload would lose input.
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
