import { sniffMedium } from '../sniff-medium.ts'
import type { Answer } from '../tasks.ts'

/** The type recognized from a file's first bytes. Its name and declared type are ignored. */
type Container = NonNullable<Answer<'sniffContainer'>>

/** Recognizes the type; undefined for files that no model accepts. */
export function sniffContainer(head: Uint8Array): Container | undefined {
  const medium = sniffMedium(head)
  if (medium) return medium
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (/^%PDF-[12]\.\d/.test(text)) return { type: 'document', mediaType: 'application/pdf' }
  return isText(text) && !isDrawing(text) ? { type: 'text', mediaType: 'text/plain' } : undefined
}

/** Whether the beginning looks like text; whether the whole file is UTF-8 is checked later. */
const isText = (head: string) => head !== '' && !/[^\P{Cc}\t\n\f\r\x80-\x9f]/u.test(head)

const beforeRoot = /\s*(?:(<!--)|<(?:\?xml|!DOCTYPE)\b)/iy
const drawingRoot = /\s*<(?:\w+:)?svg\b/iy

/** Whether the file is an SVG, which is refused because it may contain scripts. Comments and declarations before it are passed over. */
function isDrawing(head: string): boolean {
  let at = head.startsWith('\xef\xbb\xbf') ? 3 : 0
  for (;;) {
    beforeRoot.lastIndex = at
    const found = beforeRoot.exec(head)
    if (!found) break
    const close = found[1] ? '-->' : '>'
    const end = head.indexOf(close, beforeRoot.lastIndex)
    if (end < 0) return false
    at = end + close.length
  }
  drawingRoot.lastIndex = at
  return drawingRoot.test(head)
}
