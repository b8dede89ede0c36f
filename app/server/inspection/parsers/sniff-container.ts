import { drawing, knownFormat } from '../known-formats.ts'
import { sniffMedium } from '../sniff-medium.ts'
import type { Answer } from '../tasks.ts'
import { mediaFormat } from './media-formats.ts'
import { cleanText, wideEncoding } from './read-text.ts'

/** Recognizes the type from a file's first bytes; its name and declared type are ignored. Null for files that no model accepts. */
export function sniffContainer(head: Uint8Array): Answer<'sniffContainer'> {
  // A byte order mark of UTF-16 looks like the beginning of an MPEG frame.
  const wide = wideText(head)
  if (wide !== undefined) return isDrawing(wide) ? { refused: drawing } : { type: 'text', mediaType: 'text/plain', isWide: true }
  const media = mediaFormat(head)
  if (media) return media
  const medium = sniffMedium(head)
  if (medium) return medium
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (isPdf(text)) return { type: 'document', mediaType: 'application/pdf' }
  const packed = packings.find(({ bytes }) => text.startsWith(bytes))
  if (packed) return { type: 'text', mediaType: packed.mediaType }
  const isText = text !== '' && cleanText(text) !== undefined
  const known = knownFormat(text)
  // A text may begin with the two or three letters of a signature.
  if (known && (!isText || known.isText)) return { refused: known }
  if (!isText) return null
  return isDrawing(text) ? { refused: drawing } : { type: 'text', mediaType: 'text/plain' }
}

/** Bytes within which readers of PDF look for its header, because some programs write lines before it. */
const pdfHeadBytes = 1_024

/** Whether the file is a PDF, and not a text about PDF. */
function isPdf(head: string): boolean {
  const found = /(?:^|[\r\n])%PDF-[12]\.\d/.exec(head.slice(0, pdfHeadBytes))
  if (!found) return false
  return head.slice(0, found.index).trim() === '' || /[\r\n]\d+ \d+ obj\b/.test(head.slice(found.index))
}

/** Files that may be documents of office programs, which are decided by their parts. */
const packings = [
  { mediaType: 'application/zip', bytes: 'PK\x03\x04' },
  { mediaType: 'application/x-cfb', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { mediaType: 'application/rtf', bytes: '{\\rtf' },
] as const

/** Decodes a beginning in UTF-16; undefined if it is not in UTF-16 or is no text. */
function wideText(head: Uint8Array): string | undefined {
  const encoding = wideEncoding(head)
  const text = encoding && new TextDecoder(encoding).decode(head)
  const strange = text?.match(unassigned)?.length ?? 0
  return text !== undefined && strange <= 1 + text.length * mostStrange ? cleanText(text) : undefined
}

/** Characters that text has none of, and that every eighth pair of random bytes is in UTF-16. */
const unassigned = /[\p{Cn}\p{Co}\p{Cs}\uFFFD]/gu
const mostStrange = 0.04

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
