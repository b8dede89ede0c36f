import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard')

/** Replaces the clipboard; a page without HTTPS has none. */
function setClipboard(writeText?: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } })
}

/** Returns the texts that the browser copies when it is asked to copy the selection. */
function copySelection(isAllowed = true) {
  const copied: string[] = []
  const execCommand = () => {
    const { activeElement } = document
    const field = activeElement instanceof HTMLTextAreaElement ? activeElement : document.querySelector('textarea')
    if (isAllowed && field) copied.push(field.value.slice(field.selectionStart, field.selectionEnd))
    return isAllowed
  }
  Object.assign(document, { execCommand })
  return copied
}

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
  Reflect.deleteProperty(navigator, 'clipboard')
  if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard)
})

test('a text is copied without HTTPS, where there is no clipboard, and the focus stays', async () => {
  setClipboard()
  const copied = copySelection()
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  await copyText('https://quartet.example/shared/1')
  expect(copied).toEqual(['https://quartet.example/shared/1'])
  expect(button).toHaveFocus()
  expect(document.querySelector('textarea')).toBeNull()
  button.remove()
})

test('a clipboard that refuses is replaced by the selection', async () => {
  setClipboard(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
  const copied = copySelection()
  await copyText('a text')
  expect(copied).toEqual(['a text'])
})

test('the clipboard is used where it works', async () => {
  const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  setClipboard(write)
  const copied = copySelection()
  await copyText('a text')
  expect(write).toHaveBeenCalledWith('a text')
  expect(copied).toEqual([])
})

test('a browser that refuses both is reported', async () => {
  setClipboard()
  copySelection(false)
  await expect(copyText('a text')).rejects.toThrow('refuses to copy')
})
