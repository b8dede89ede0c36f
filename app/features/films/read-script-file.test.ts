import { expect, test } from 'vitest'
import { scriptMaxLength } from '#app/contract/films/film-values.ts'
import { readScriptFile } from './read-script-file.ts'

const text = 'НАТ. МАЯК - НОЧЬ\n\nSmall fox, маленькая лиса.'
/** UTF-16 with the low byte first. */
const utf16 = (written: string) => [...written].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])
/** Windows-1251 of Latin and Russian letters. */
const cp1251 = (written: string) =>
  [...written].map((letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0)))
const swapped = (bytes: readonly number[]) => bytes.map((_, index) => bytes[index ^ 1] ?? 0)
const read = (bytes: readonly number[]) => readScriptFile(new Blob([new Uint8Array(bytes)]))

test.each([
  ['UTF-8', [...new TextEncoder().encode(text)]],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]],
  ['UTF-16', [0xff, 0xfe, ...utf16(text)]],
  ['UTF-16 with the high byte first', [0xfe, 0xff, ...swapped(utf16(text))]],
  ['UTF-16 without a mark', utf16(text)],
  ['Windows-1251', cp1251(text)],
])('a script in %s is read', async (_encoding, bytes) => {
  expect(await read(bytes)).toEqual({ ok: true, text })
})

test('a script that is too long, no text, or empty is refused by its reason, and none is cut', async () => {
  const long = await readScriptFile(new Blob(['я'.repeat(scriptMaxLength + 1)]))
  expect(long).toEqual({ ok: false, reason: 'too_long' })
  expect(await readScriptFile(new Blob([new Uint8Array(1_000_000)]))).toEqual({ ok: false, reason: 'too_long' })
  expect(await readScriptFile(new Blob(['я'.repeat(scriptMaxLength)]))).toMatchObject({ ok: true })
  expect(await read([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0])).toEqual({ ok: false, reason: 'no_text' })
  expect(await read([0x20, 0x0a])).toEqual({ ok: false, reason: 'empty' })
})
