import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'

/** Returns the path of a file of the public samples. */
export const sample = (name: string) => fileURLToPath(new URL(`../../public/samples/${name}`, import.meta.url))

/** Dispatches a browser's events for a dropped or pasted picture. */
export async function give(target: Locator, how: 'drop' | 'paste', name: string) {
  const bytes = (await readFile(sample(name))).toString('base64')
  await target.evaluate(
    (element, [event, base64, fileName]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], fileName, { type: 'image/webp' }))
      const options = { bubbles: true, cancelable: true }
      if (event === 'paste') return element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      for (const type of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }))
      return true
    },
    [how, bytes, name] as const,
  )
}
