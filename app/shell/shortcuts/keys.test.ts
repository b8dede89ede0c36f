import { expect, test } from 'vitest'
import { isPaletteKey, type KeyPress, shortcutKey } from './keys.ts'

const press = (key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

test('a letter is matched by its position where the layout is not Latin, and by itself where it is', () => {
  expect(shortcutKey(press('g', 'KeyG'))).toBe('g')
  expect(shortcutKey(press('п', 'KeyG'))).toBe('g')
  // On a French keyboard the letter decides, not the place.
  expect(shortcutKey(press('a', 'KeyQ'))).toBe('a')
})

test('signs are found on both layouts', () => {
  expect(shortcutKey(press('/', 'Slash'))).toBe('/')
  expect(shortcutKey(press('.', 'Slash'))).toBe('/')
  expect(shortcutKey(press('?', 'Slash', { shiftKey: true }))).toBe('?')
  expect(shortcutKey(press('?', 'Digit7', { shiftKey: true }))).toBe('?')
  expect(shortcutKey(press(',', 'Slash', { shiftKey: true }))).toBe('?')
  expect(shortcutKey(press('.', 'Period'))).toBeNull()
})

test('a key with a modifier is left to the browser, except ⌘K and Ctrl+K', () => {
  expect(shortcutKey(press('g', 'KeyG', { ctrlKey: true }))).toBeNull()
  expect(isPaletteKey(press('k', 'KeyK', { metaKey: true }))).toBe(true)
  expect(isPaletteKey(press('л', 'KeyK', { ctrlKey: true }))).toBe(true)
  expect(isPaletteKey(press('k', 'KeyK'))).toBe(false)
  expect(isPaletteKey(press('K', 'KeyK', { ctrlKey: true, shiftKey: true }))).toBe(false)
})
