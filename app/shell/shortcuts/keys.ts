/** The part of a keyboard event that shortcuts depend on. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** ⌘K or Ctrl+K, on any layout. */
export const isPaletteKey = ({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyPress) =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK')

/**
 * Returns the name of a key in shortcuts: a Latin letter by its position in layouts of another alphabet, other characters as typed. Null
 * with a modifier, which belongs to the browser and the system.
 */
export function shortcutKey({ key, code, metaKey, ctrlKey, altKey }: KeyPress): string | null {
  if (metaKey || ctrlKey || altKey) return null
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  if (key === '?' || key === '/') return key
  // In another alphabet, the letter by its position, and the character that a Latin keyboard has there.
  if (/^\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  if (key === '.' && code === 'Slash') return '/'
  if (key === ',' && code === 'Slash') return '?'
  return null
}

const typingTypes = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/

/** Whether the focused element handles the key itself: a field, a list, a dialog with its own keys. */
export function isTakenBy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return !typingTypes.test(target.type)
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="combobox"]') !== null
}
