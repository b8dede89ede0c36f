import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlaceholder } from './make-placeholder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quartet-placeholder-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string) => join(folder, name)
const noise = (channels: 3 | 4) => ({
  create: { width: 320, height: 192, channels, background: '#336699', noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const,
})

test('a placeholder of even the busiest image is a few pixels in its shape, in at most 400 characters', async () => {
  await sharp(noise(3)).webp().toFile(file('busy.webp'))
  const placeholder = await makePlaceholder(file('busy.webp'))
  expect(placeholder?.length).toBeLessThanOrEqual(400)
  const tiny = Buffer.from(placeholder?.replace('data:image/webp;base64,', '') ?? '', 'base64')
  expect(await sharp(tiny).metadata()).toMatchObject({ format: 'webp', width: 20, height: 12 })
})

test('a transparent image has no placeholder', async () => {
  const seeThrough = { width: 320, height: 320, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } as const
  await sharp({ create: seeThrough }).webp().toFile(file('clear.webp'))
  expect(await makePlaceholder(file('clear.webp'))).toBeNull()
})

test('a file that is not an image has no placeholder', async () => {
  await writeFile(file('words'), 'words')
  expect(await makePlaceholder(file('words'))).toBeNull()
  expect(await makePlaceholder(file('nothing'))).toBeNull()
})
