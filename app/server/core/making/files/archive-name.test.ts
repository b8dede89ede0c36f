import { expect, test } from 'vitest'
import { archiveName } from './archive-name.ts'

test.each([
  ['notes.md', 'notes.md'],
  ['Отчёт за 2026.csv', 'Отчёт за 2026.csv'],
  ['con.webp', '_con.webp'],
  ['AUX', '_AUX'],
  ['nul.tar.gz', '_nul.tar.gz'],
  ['COM1.txt', '_COM1.txt'],
  ['console.log', 'console.log'],
  ['report.', 'report_'],
  ['report ', 'report_'],
  ['a:b?c*d<e>f|g"h\\i/j.txt', 'a_b_c_d_e_f_g_h_i_j.txt'],
  ['йод.txt'.normalize('NFD'), 'йод.txt'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
])('%j is packed as %j', (name, packed) => {
  expect(archiveName(name)).toBe(packed)
})

test.each([`${'Ж'.repeat(196)}.txt`, `${'👨‍👩‍👧'.repeat(20)}.jpeg`, 'Ы'.repeat(200)])(
  'a long name loses whole characters, not its extension (%#)',
  (name) => {
    const packed = archiveName(name)
    expect(Buffer.byteLength(packed)).toBeLessThanOrEqual(255)
    expect(Buffer.byteLength(packed)).toBeGreaterThan(225)
    expect(packed.isWellFormed()).toBe(true)
    expect(packed).toMatch(/(?:Ж\.txt|👨‍👩‍👧\.jpeg|Ы)$/u)
  },
)
