import { scriptMaxLength } from '#app/contract/films/film-values.ts'

/** Types of a script's file. */
export const scriptFiles = '.txt,.fountain,.md,.spmd,text/plain,text/markdown'

/** The most bytes that are read: a text of the longest script in any encoding, with a margin. */
const maxBytes = scriptMaxLength * 6

export type ReadScriptFile = { ok: true; text: string } | { ok: false; reason: 'too_long' | 'no_text' | 'empty' }

/** Reads a script in UTF-8, UTF-16 or Windows-1251. */
export async function readScriptFile(file: Blob): Promise<ReadScriptFile> {
  if (file.size > maxBytes) return { ok: false, reason: 'too_long' }
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  if (text === null) return { ok: false, reason: 'no_text' }
  if (text.trim() === '') return { ok: false, reason: 'empty' }
  return text.trim().length > scriptMaxLength ? { ok: false, reason: 'too_long' } : { ok: true, text }
}

/** Returns the text of a file; null if it is none. */
function decode(bytes: Uint8Array): string | null {
  const encoding = utf16Of(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  // A zero byte is in no text of one byte per character.
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

/** Returns the encoding of UTF-16, which a mark states, or every second byte of a Latin or Cyrillic text. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length < 2 || bytes.length % 2 === 1) return null
  const start = bytes.subarray(0, 1_000)
  const isHigh = (byte: number) => byte === 0 || byte === 4 || byte === 0x20
  const share = (offset: number) => start.filter((byte, index) => index % 2 === offset && isHigh(byte)).length / (start.length / 2)
  const hasZero = start.includes(0)
  if (hasZero && share(1) > 0.9) return 'utf-16le'
  return hasZero && share(0) > 0.9 ? 'utf-16be' : null
}
