import { expect, test } from 'vitest'
import { kindOf } from './check-file.ts'

test.each([
  ['00001.MTS', 'video/mp2t', 20_000_000, 'video'],
  ['film.ts', 'video/mp2t', 20_000_000, 'video'],
  ['film.m2ts', '', 20_000_000, 'video'],
  ['index.ts', 'video/mp2t', 4_000, 'text'],
  ['index.mts', '', 4_000, 'text'],
  ['IMG_0001.HEIC', '', 2_000_000, 'image'],
  ['scan.tiff', 'image/tiff', 2_000_000, 'image'],
  ['voice.amr', '', 9_000, 'audio'],
  ['a.pdf', '', 9_000, 'document'],
  ['drawing.svg', 'image/svg+xml', 9_000, undefined],
  ['a.bin', '', 9_000, undefined],
])('%s (%s) of %i bytes is taken for %s', (name, type, size, kind) => {
  expect(kindOf({ name, type, size })).toBe(kind)
})
