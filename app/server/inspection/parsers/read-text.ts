import { readFile, writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Locale } from '#config'
import type { Answer, Tasks } from '../tasks.ts'
import { detectEncoding } from './detect-encoding.ts'

/** Bytes that tell UTF-16 without a byte order mark from other texts. */
const sampled = 4096

/** The name of UTF-16 in the byte order that a file has; undefined for another encoding. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(bytes.length, sampled) / 2)
  if (pairs === 0) return undefined
  let [little, big] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    const [left = 0, right = 0] = [bytes[at], bytes[at + 1]]
    if (isUsual(right, left)) little += 1
    if (isUsual(left, right)) big += 1
  }
  // A sign of another alphabet, a dash or an emoji may be among them.
  const enough = pairs * 0.8
  if (Math.max(little, big) < enough || little === big) return undefined
  return little > big ? 'utf-16le' : 'utf-16be'
}

/** Whether two bytes are a character of ASCII, Latin-1 or Cyrillic in UTF-16. */
const isUsual = (high: number, low: number): boolean =>
  high === 0 ? low >= 0x20 || (low >= 0x09 && low <= 0x0d) : high === 0x04 && low <= 0x5f

const controls = /[^\P{Cc}\t\n\f\r\x80-\x9f]/gu
/** Share of control characters from which a file is no text. */
const mostControls = 0.02

/** Removes what no reader of a text needs; undefined if the rest is no text. */
export function cleanText(text: string): string | undefined {
  const body = withoutPadding(withoutOverprint(stripVTControlCharacters(text))).replaceAll('\v', '\n')
  const found = body.match(controls)?.length ?? 0
  if (found > 1 + body.length * mostControls) return undefined
  return body.replace(controls, '').replace(/^\uFEFF/, '')
}

/** Manuals print a character, a backspace and a character over it to make it bold. */
function withoutOverprint(text: string): string {
  const parts = text.split('\b')
  return parts.map((part, index) => (index < parts.length - 1 ? part.slice(0, -1) : part)).join('')
}

/** DOS ended its texts with Ctrl-Z, and programs fill the last block of a file with zeros. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1] === '\u001a')) end -= 1
  return text.slice(0, end)
}

/** Decodes a text of any encoding: a byte order mark decides, then UTF-8, then what is likeliest in the person's language. */
export function decodeText(bytes: Uint8Array, locale: Locale): { text: string } | { refused: 'encoding' } {
  const wide = wideEncoding(bytes)
  try {
    return { text: new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  // Half a character at the end is a file that was cut, not another encoding.
  if (wide) return { text: new TextDecoder(wide).decode(bytes) }
  const encoding = detectEncoding(bytes, locale)
  return encoding ? { text: new TextDecoder(encoding).decode(bytes) } : { refused: 'encoding' }
}

/** Reads a text and writes it as clean UTF-8, unless it already is. */
export async function readText({ path, to, locale }: Tasks['readText']): Promise<Answer<'readText'>> {
  const bytes = await readFile(path)
  if (bytes.length === 0) return { refused: 'empty' }
  const plain = wideEncoding(bytes) ? undefined : bytes.toString('latin1')
  if (plain !== undefined && cleanText(plain) === undefined) return { refused: 'binary' }
  const decoded = decodeText(bytes, locale)
  if ('refused' in decoded) return decoded
  const text = cleanText(decoded.text)
  if (text === undefined) return { refused: 'binary' }
  if (text.trim() === '') return { refused: 'empty' }
  const clean = Buffer.from(text)
  const isConverted = !clean.equals(bytes)
  if (isConverted) await writeFile(to, clean, { flag: 'wx', mode: 0o600 })
  return { isConverted }
}
