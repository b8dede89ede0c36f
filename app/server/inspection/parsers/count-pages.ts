import { inflateSync } from 'node:zlib'

/** Bytes of one unpacked stream; a list of objects of a thousand pages is a fraction of this. */
const longestStream = 8 * 1024 * 1024
/** Bytes of all unpacked streams of a file. */
const longestFile = 32 * 1024 * 1024

/**
 * Counts the pages of a PDF by its page objects, which lie in the file itself or, packed, in object streams. Returns 0 for a file that is
 * truncated, broken or protected with a password: no service could read it.
 */
export function countPages(file: Buffer): number {
  const text = file.toString('latin1')
  if (!text.slice(-1_024).includes('%%EOF') || /\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</.test(text)) return 0
  let pages = pagesIn(text)
  let left = longestFile
  let passed = 0
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    // A second mark before the same stream, or within it, would make each stream be read once for every mark.
    if (index < passed) continue
    const begin = /stream\r?\n/g
    begin.lastIndex = index
    const found = begin.exec(text)
    const end = found ? text.indexOf('endstream', begin.lastIndex) : -1
    if (end < 0) return 0
    passed = end
    const packed = file.subarray(begin.lastIndex, end)
    try {
      const unpacked = inflateSync(packed, { maxOutputLength: Math.min(longestStream, left) })
      left -= unpacked.length
      pages += pagesIn(unpacked.toString('latin1'))
    } catch {
      return 0
    }
  }
  return pages
}

const pagesIn = (objects: string): number => objects.match(/\/Type\s*\/Page\b/g)?.length ?? 0
