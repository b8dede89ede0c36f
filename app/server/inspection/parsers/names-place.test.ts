import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { namesPlace } from './names-place.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'names-place-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function inPicture(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  const path = join(dir, 'picture')
  await writeFile(path, bytes)
  return namesPlace({ path, mediaType })
}

const picture = async (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp(await makePicture())
    .toFormat(format)
    .toBuffer()
const withGps = async (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp(await makePicture())
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer()
const xmp = (attribute: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:d="http://d.test/" d:${attribute}="52.5"/></rdf:RDF></x:xmpmeta>`

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a place in the EXIF of a %s is found, and none in one without', async (format) => {
  expect(await inPicture(await withGps(format), `image/${format}`)).toBe(true)
  expect(await inPicture(await picture(format), `image/${format}`)).toBe(false)
})

test('a place in XMP is found as cameras and drones write it', async () => {
  const inXmp = async (attribute: string) =>
    sharp(await makePicture())
      .jpeg()
      .withXmp(xmp(attribute))
      .toBuffer()
  expect(await inPicture(await inXmp('GPSLatitude'), 'image/jpeg')).toBe(true)
  expect(await inPicture(await inXmp('GpsLatitude'), 'image/jpeg')).toBe(true)
  expect(await inPicture(await inXmp('Rating'), 'image/jpeg')).toBe(false)
})

test('a place in what follows a photo is found: a film of the moment, or a preview', async () => {
  const photo = await picture('jpeg')
  const film = Buffer.from('\0\0\0\x1e\xa9xyz\0\x12\x15\xc7+52.5200+013.4050/', 'latin1')
  expect(await inPicture(Buffer.concat([photo, film]), 'image/jpeg')).toBe(true)
  expect(await inPicture(Buffer.concat([photo, await withGps('jpeg')]), 'image/jpeg')).toBe(true)
  expect(await inPicture(Buffer.concat([photo, photo]), 'image/jpeg')).toBe(false)
})

test('a profile in hexadecimal digits in a PNG counts as a place, because it may be compressed', async () => {
  const png = await picture('png')
  const name = Buffer.from('Raw profile type exif\0\0', 'latin1')
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, name.length]), Buffer.from('zTXt'), name, Buffer.alloc(4)])
  expect(await inPicture(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'image/png')).toBe(true)
})

const where = '+55.7558+037.6173/'
test.each([
  ['Apple’s key', `mdta com.apple.quicktime.location.ISO6709 ${where}`],
  ['Android’s box', `\xa9xyz\0\x12\x15\xc7${where}`],
  ['the box of 3GPP', 'loci\0\0\0\0\x15\xc7Moscow\0'],
  ['XMP', '<rdf exif:GPSLatitude="55,45.348N"/>'],
  ['a track of an action camera', 'gpmd\0\0\0\0\0\0\0\x01'],
  ['a track of a drone', 'djmd\0\0\0\0\0\0\0\x01'],
  ['the box of a dashcam', 'freeGPS '],
  ['a tag of WebM', `E\xa3\x88LOCATION${where}`],
  ['a tag of WebM in lower case', `E\xa3\x88location${where}`],
])('a place in a film is found: %s', async (_name, text) => {
  expect(await inPicture(Buffer.from(text, 'latin1'), 'video/mp4')).toBe(true)
})
