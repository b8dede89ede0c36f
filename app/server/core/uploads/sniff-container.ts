import type { Kind } from '#app/contract/common.ts'
import { sniffMedium } from '../../providers/sniff-medium.ts'

/** As many bytes from the beginning of a file as are needed to tell what it is. */
export const headBytes = 4096

/** What a file's first bytes say it is. The name and the type that it came with count for nothing. */
export type Container = { type: Kind; mediaType: string }

/** Undefined for what none of our models could take. */
export function sniffContainer(head: Uint8Array): Container | undefined {
  const medium = sniffMedium(head)
  if (medium) return medium
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  return isText(text) && !isDrawing(text) ? { type: 'text', mediaType: 'text/plain' } : undefined
}

/** Whether it is UTF-8 to the end is seen when all of it is there. */
const isText = (head: string) => head !== '' && !/[^\P{Cc}\t\n\f\r\x80-\x9f]/u.test(head)

/** An SVG is a program as much as a picture. */
const isDrawing = (head: string) =>
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*|<!DOCTYPE\b[^>]*>\s*)*<(?:\w+:)?svg\b/is.test(head)
