import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { hostileDocuments, understatedDocuments } from '#tests/fixtures/make-hostile-documents.ts'
import { makeHeic, turned, withExif } from '#tests/fixtures/make-heic.ts'
import { makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { recordings } from '#tests/fixtures/make-recordings.ts'
import { inspection } from '#app/server/inspection/inspection.ts'
import { Problem } from '../../problem.ts'
import { inspectFile, sniffFile } from './inspect-file.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inspect-file-'))
})
afterAll(() => rm(dir, { recursive: true }))

const given = (name: string) => readFile(join(import.meta.dirname, '../../../../../tests/fixtures/inputs', name))

/** Returns the facts of an upload with the bytes to store, or the cause of its refusal. */
async function inspect(bytes: Uint8Array) {
  const [path, to] = [join(dir, 'file'), join(dir, 'converted')]
  await writeFile(path, bytes)
  try {
    const container = await sniffFile(bytes.subarray(0, 4_096), {})
    const { facts, isConverted } = await inspectFile(path, container, { to, locale: 'en' })
    return { ...facts, isConverted, stored: await readFile(isConverted ? to : path) }
  } catch (error) {
    if (error instanceof Problem) return { refused: error.fields?.file ?? error.code, format: error.format?.name }
    throw error
  }
}

const about = (ms: number, within = 60): unknown => expect.toSatisfy((value: number) => Math.abs(value - ms) <= within, `${ms} ms`)

test.each<[string, string, number]>([
  ['mp3-vbr-quiet-start.mp3', 'audio/mpeg', 8_604],
  ['mp3-three-joined.mp3', 'audio/mpeg', 9_288],
  ['opus-starts-late.opus', 'audio/ogg', 6_000],
  ['wav-data-size-zero.wav', 'audio/wav', 1_000],
  ['video-without-sound.3gp', 'video/mp4', 1_000],
  ['video-with-alpha.webm', 'video/webm', 1_000],
])('%s is %s of %i ms', async (name, mediaType, ms) => {
  expect(await inspect(await given(name))).toMatchObject({ mediaType, durationMs: about(ms, 10) })
})

test.each<[keyof typeof recordings, string, number]>([
  ['mp3', 'audio/mpeg', 2_000],
  ['mp3 with tags', 'audio/mpeg', 2_000],
  ['aac', 'audio/aac', 2_000],
  ['aac with tags', 'audio/aac', 2_000],
  ['flac', 'audio/flac', 2_000],
  ['flac with tags', 'audio/flac', 2_000],
  ['flac without a number of samples', 'audio/flac', 2_000],
  ['flac with a wrong number of samples', 'audio/flac', 2_000],
  ['m4a', 'audio/mp4', 2_000],
  ['m4a in fragments', 'audio/mp4', 2_000],
  ['ogg', 'audio/ogg', 2_000],
  ['ogg chained', 'audio/ogg', 5_000],
  ['webm without a length', 'audio/webm', 2_000],
  ['mkv without a length', 'audio/webm', 2_000],
  ['transport stream', 'video/mp4', 500],
  ['transport stream of a camera', 'video/mp4', 500],
  ['transport stream of a sound', 'audio/mp4', 2_000],
  ['quicktime', 'video/mp4', 500],
  ['quicktime from free', 'video/mp4', 500],
  ['quicktime from wide', 'video/mp4', 500],
  ['wav with the largest size', 'audio/wav', 2_000],
  ['wav whose samples have no size', 'audio/wav', 2_000],
])('a recording (%s) is %s of %i ms', async (name, mediaType, ms) => {
  expect(await inspect(await recordings[name]())).toMatchObject({ mediaType, durationMs: about(ms) })
})

test('the sizes of a WAV are written where its recorder left them out', async () => {
  const inspected = await inspect(await given('wav-data-size-zero.wav'))
  const stored = 'stored' in inspected ? inspected.stored : Buffer.alloc(0)
  expect([stored.readUInt32LE(4), stored.readUInt32LE(40)]).toEqual([stored.length - 8, stored.length - 44])
})

const text = (content: string) => Buffer.from(content, 'latin1')
const plain = text(makeDocument({ pages: 3 }).toString('latin1'))

test.each<[string, () => Promise<Buffer>, number]>([
  ['bytes before its header', () => given('pdf-leading-newline.pdf'), 1],
  ['3,004 bytes behind its end', () => given('pdf-3004-nul-behind-eof.pdf'), 1],
  ['no mark of its end', () => given('pdf-without-eof.pdf'), 1],
  ['a password for changes only', () => given('pdf-owner-password.pdf'), 1],
  ['changes that were saved three times', () => given('pdf-saved-three-times.pdf'), 1],
  ['a text about pages', () => given('pdf-text-says-type-page.pdf'), 1],
  ['plain objects', async () => plain, 3],
  ['a compressed object stream', async () => makeDocument({ pages: 12, packed: true }), 12],
  ['a text about encryption', async () => text(plain.toString('latin1').replace('/Resources', '/Note (/Encrypt 9 0 R)')), 3],
  ['fewer pages stated than it has', async () => text(plain.toString('latin1').replace('/Count 3', '/Count 1')), 3],
  ['fewer pages stated in a compressed object stream', async () => makeDocument({ pages: 12, stated: 2, packed: true }), 12],
  ...Object.entries(understatedDocuments).map(([what, { make, pages }]): [string, () => Promise<Buffer>, number] => [
    what,
    async () => make(),
    pages,
  ]),
  ['1,000 bytes before its header', async () => Buffer.concat([Buffer.alloc(1_000, '\r\n'), plain]), 3],
  ['lines of a web server before its header', async () => Buffer.concat([text('HTTP/1.1 200 OK\r\n\r\n'), plain]), 3],
])('a PDF with %s has its number of pages', async (_what, make, pages) => {
  expect(await inspect(await make())).toMatchObject({ type: 'document', mediaType: 'application/pdf', pages })
})

test.each<[string, () => Promise<Buffer>, { width: number; height: number; mediaType: string }]>([
  ['photo.heic', () => given('photo.heic'), { width: 96, height: 64, mediaType: 'image/jpeg' }],
  ['scan.tif', () => given('scan.tif'), { width: 96, height: 64, mediaType: 'image/jpeg' }],
])('%s is stored as a picture that browsers show', async (_name, make, facts) => {
  const inspected = await inspect(await make())
  expect(inspected).toMatchObject({ type: 'image', isConverted: true, ...facts })
  const { exif, xmp, ...stored } = await sharp('stored' in inspected ? inspected.stored : Buffer.alloc(0)).metadata()
  expect({ exif, xmp, width: stored.width }).toEqual({ exif: undefined, xmp: undefined, width: facts.width })
})

async function storedOf(heic: Buffer): Promise<Buffer> {
  const inspected = await inspect(heic)
  return 'stored' in inspected ? inspected.stored : Buffer.alloc(0)
}

async function expectAlike(picture: Buffer, other: Buffer): Promise<void> {
  const [one, expected] = await Promise.all([picture, other].map((file) => sharp(file).raw().toBuffer({ resolveWithObject: true })))
  expect([one?.info.width, one?.info.height]).toEqual([expected?.info.width, expected?.info.height])
  const differences = [...(one?.data ?? [])].map((value, index) => Math.abs(value - (expected?.data[index] ?? 0)))
  expect(differences.reduce((sum, difference) => sum + difference, 0) / differences.length).toBeLessThan(4)
}

test('a HEIC that its camera turned is stored upright', async () => {
  const heic = await makeHeic()
  const expected = await sharp(await storedOf(heic))
    .rotate(270)
    .png()
    .toBuffer()
  await expectAlike(await storedOf(turned(heic)), expected)
})

async function namesPlace(picture: Buffer): Promise<boolean> {
  const path = join(dir, 'picture')
  await writeFile(path, picture)
  return inspection.run('namesPlace', { path, mediaType: 'image/jpeg' })
}

test('a HEIC with the EXIF of a phone is turned once, and its place is not stored', async () => {
  const heic = await makeHeic()
  for (const photo of [heic, turned(heic)]) {
    const uploaded = await withExif(photo)
    expect(await namesPlace(uploaded)).toBe(true)
    const stored = await storedOf(uploaded)
    expect(stored).toEqual(await storedOf(photo))
    expect(await namesPlace(stored)).toBe(false)
  }
})

test.each(Object.entries(hostileDocuments))('a PDF with %s ends with an answer', async (_what, make) => {
  const counted = await inspect(make())
  expect('refused' in counted ? counted.refused : 'counted').toMatch(/^(?:counted|file_damaged|payload_too_large)$/)
})

const half = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, Math.floor(bytes.length / 2)))
/** A picture that does not compress, so that half of its file lacks pixels. */
const noise = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') =>
  sharp({ create: { width: 200, height: 150, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format)
    .toBuffer()

test.each<[string, () => Promise<Buffer>, { refused: string; format?: string }]>([
  ['an empty file', async () => Buffer.alloc(0), { refused: 'file_empty' }],
  ['a PDF with a password', () => given('pdf-needs-password.pdf'), { refused: 'file_needs_password' }],
  ['a PDF without pages', async () => makeDocument({ pages: 0 }), { refused: 'file_damaged' }],
  [
    'a PDF that states more pages than it has',
    async () => text(plain.toString('latin1').replace('/Count 3', '/Count 9')),
    { refused: 'file_damaged' },
  ],
  ['an animated GIF', () => given('animated.gif'), { refused: 'file_animated' }],
  ['a TIFF of two pages', async () => tiffPages(), { refused: 'file_many_pages' }],
  ['half of a photo', () => given('photo-half.jpg'), { refused: 'file_damaged' }],
  ...(['jpeg', 'png', 'webp', 'avif', 'gif'] as const).map((format): [string, () => Promise<Buffer>, { refused: string }] => [
    `half of a ${format}`,
    async () => half(await noise(format)),
    { refused: 'file_damaged' },
  ]),
  ['half of a HEIC', async () => half(await given('photo.heic')), { refused: 'file_damaged' }],
  ['half of a TIFF', async () => half(await given('scan.tif')), { refused: 'file_damaged' }],
  ['a recording of a phone', () => given('voice.amr'), { refused: 'file_format', format: 'AMR' }],
  ['an AVI', async () => text('RIFF\x10\0\0\0AVI LIST\0\0'), { refused: 'file_format', format: 'AVI' }],
  [
    'a Windows Media file',
    async () => text('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'),
    { refused: 'file_format', format: 'Windows Media' },
  ],
  ['a BMP', async () => text('BM\x46\0\0\0\0\0\0\0\x36\0'), { refused: 'file_format', format: 'BMP' }],
])('%s is refused with its cause', async (_what, make, refusal) => {
  expect(await inspect(await make())).toMatchObject(refusal)
})

/** Two directories of the same picture: the first names the second as the next one. */
async function tiffPages(): Promise<Buffer> {
  const one = await sharp(await makePicture())
    .tiff({ compression: 'none' })
    .toBuffer()
  const at = one.readUInt32LE(4)
  const next = at + 2 + one.readUInt16LE(at) * 12
  const second = Buffer.from(one.subarray(at, next + 4))
  one.writeUInt32LE(one.length, next)
  return Buffer.concat([one, second])
}

test.each([
  'The free text',
  'BMW is a car',
  'caffeine',
  'GGGG',
  'FORMAT',
  'II*',
  'wide, mdat and moov are atoms',
  'How to read\n%PDF-1.7\nof a file',
])('a text that begins as “%s” stays a text', async (words) => {
  expect(await inspect(Buffer.from(words))).toMatchObject({ type: 'text', mediaType: 'text/plain' })
  expect(await inspect(Buffer.from(words.repeat(2_000)))).toMatchObject({ type: 'text' })
})

test('an ordinary sound is stored as it is', async () => {
  const bytes = makeSound()
  expect(await inspect(bytes)).toMatchObject({ mediaType: 'audio/wav', durationMs: 500, isConverted: false, stored: bytes })
})
