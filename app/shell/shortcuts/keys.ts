/** The part of a keyboard event that shortcuts are told by. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

/** ⌘K or Ctrl+K, on any layout. */
export const isPaletteKey = ({ key, code, metaKey, ctrlKey, altKey, shiftKey }: KeyPress) =>
  (metaKey || ctrlKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || code === 'KeyK')

/**
 * The key as a shortcut names it: a Latin letter by its place on the keyboard where the layout writes another alphabet, and signs as
 * they are typed. Null with a modifier, which belongs to the browser and the system.
 */
export function shortcutKey({ key, code, metaKey, ctrlKey, altKey }: KeyPress): string | null {
  if (metaKey || ctrlKey || altKey) return null
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  if (key === '?' || key === '/') return key
  // A layout of another alphabet: the letter by its place, and the sign that a Latin keyboard has there.
  if (/^\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  if (key === '.' && code === 'Slash') return '/'
  if (key === ',' && code === 'Slash') return '?'
  return null
}

const typingTypes = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/

/** Whether a key pressed here is meant for what has the focus: a field, a list, a dialog that has keys of its own. */
export function isTakenBy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) return !typingTypes.test(target.type)
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="combobox"]') !== null
}
