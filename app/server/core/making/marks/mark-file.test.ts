import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeCompressedSound, makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { editFile } from './edit-file.ts'
import { markFile, readMark } from './mark-file.ts'
import { uriOf } from '#app/server/inspection/marks/source-type.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marks-'))
})
afterAll(() => rm(dir, { recursive: true }))

const trained = 'trainedAlgorithmicMedia'
const uri = uriOf(trained)

const picture = (format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif', options: object = {}) =>
  sharp(Buffer.from(Array.from({ length: 40 * 30 * 4 }, (_, index) => (index * 7) % 256)), { raw: { width: 40, height: 30, channels: 4 } })
    .toFormat(format, options)
    .toBuffer()

/** A packet as Adobe's tools write it, with another origin as an attribute. */
const packet = (inner: string, attribute = '') =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="urn:work" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"${attribute}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
const title = '<dc:title>Озеро, lac d’été</dc:title>'
const captured = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture'

const samples: Record<string, [mediaType: string, make: () => Promise<Uint8Array>]> = {
  PNG: ['image/png', () => picture('png')],
  JPEG: ['image/jpeg', () => picture('jpeg')],
  'lossy WebP': ['image/webp', () => picture('webp', { alphaQuality: 100 })],
  'simple lossy WebP': [
    'image/webp',
    async () =>
      sharp(await picture('jpeg'))
        .webp()
        .toBuffer(),
  ],
  'lossless WebP': ['image/webp', () => picture('webp', { lossless: true })],
  GIF: ['image/gif', () => picture('gif')],
  AVIF: ['image/avif', () => picture('avif')],
  MP4: ['video/mp4', () => makeFilm()],
  WebM: ['video/webm', () => makeFilm(64, 48, { format: 'webm' })],
  'WebM with room in its index': ['video/webm', async () => withRoom(await makeFilm(64, 48, { format: 'webm' }))],
  M4A: ['audio/mp4', () => makeCompressedSound('m4a')],
  WAV: ['audio/wav', async () => makeSound()],
  'WAV of unknown length': ['audio/wav', async () => streamed(makeSound())],
  'WAV that ends with half a word': ['audio/wav', async () => withOddEnd(makeSound())],
  OGG: ['audio/ogg', () => makeCompressedSound('ogg')],
  FLAC: ['audio/flac', () => makeCompressedSound('flac')],
  MP3: ['audio/mpeg', () => mp3()],
  'MP3 without a tag': ['audio/mpeg', async () => withoutId3(await mp3())],
}
const made = Object.entries(samples)
for (const sample of made) {
  const [, [, make]] = sample
  let bytes: Promise<Uint8Array> | undefined
  sample[1][1] = () => (bytes ??= make())
}

const mp3 = () => readFile(new URL('../../../../../public/samples/speech-en.mp3', import.meta.url))

function withoutId3(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, 3) === 'ID3'
    ? bytes.subarray(10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0))
    : bytes
}

/** A tag of the version that most players write, with some padding. */
const id3 = Buffer.from('ID3\x03\0\0\0\0\0\x14TIT2\0\0\0\x05\0\0\0Lake\0\0\0\0\0', 'latin1')

/** A WAV as services stream it: nobody knew the length when the header was sent. */
function streamed(wav: Buffer): Buffer {
  const copy = Buffer.from(wav)
  copy.writeUInt32LE(0xffff_ffff, 4)
  copy.writeUInt32LE(0xffff_ffff, 40)
  return copy
}

/** A WAV whose last chunk has an odd length, without the byte that should follow. */
function withOddEnd(wav: Buffer): Buffer {
  const all = Buffer.concat([wav, Buffer.from('note\x03\0\0\0abc', 'latin1')])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}

/** A WebM with its positions after free space, as FFmpeg writes it: the index of elements is emptied. */
function withRoom(webm: Uint8Array): Buffer {
  const bytes = Buffer.from(webm)
  const at = bytes.indexOf(Buffer.from('114d9b74', 'hex'))
  const info = bytes.indexOf(Buffer.from('1549a966', 'hex'), at + 40)
  const start = Buffer.from([0x11, 0x4d, 0x9b, 0x74, 0x80, 0xec, 0x01, 0, 0, 0, 0, 0, 0, 0])
  start.writeUInt8(info - at - start.length, 13)
  return Buffer.concat([bytes.subarray(0, at), start, Buffer.alloc(info - at - start.length), bytes.subarray(info)])
}

/** The CRC of Ogg is that of zlib with all bits reversed, and without its first and last inversion. */
function oggChecksum(page: Buffer): number {
  const reversed = page.map((byte) => Number.parseInt(byte.toString(2).padStart(8, '0').split('').toReversed().join(''), 2))
  // The inversion at the start is undone by a first word that it turns into zeros.
  const sum = ~crc32(Buffer.concat([Buffer.alloc(4, 0xff), reversed])) >>> 0
  return Number.parseInt(sum.toString(2).padStart(32, '0').split('').toReversed().join(''), 2)
}

let count = 0
async function write(bytes: Uint8Array): Promise<string> {
  count += 1
  const path = join(dir, `file-${count}`)
  await writeFile(path, bytes)
  return path
}

/** Marks these bytes and returns the file. */
async function marked(mediaType: string, bytes: Uint8Array, type: Parameters<typeof markFile>[1] = trained): Promise<Buffer> {
  const path = await write(bytes)
  expect(await markFile({ path, mediaType }, type)).toBe(true)
  expect(await readMark({ path, mediaType })).toBe(type)
  return readFile(path)
}

/** Decodes a picture to its pixels, and a film or a sound to its packets. */
async function decoded(mediaType: string, bytes: Uint8Array): Promise<unknown> {
  if (mediaType.startsWith('image/')) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    return { data: data.toString('base64'), info }
  }
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const tracks = await input.getTracks()
  return await Promise.all(
    tracks.map(async (track) => {
      const packets = []
      for await (const { data, timestamp, duration, type } of new EncodedPacketSink(track).packets()) {
        packets.push([Buffer.from(data).toString('base64'), timestamp, duration, type])
      }
      return { type: track.type, packets }
    }),
  )
}

describe('a file of each format', () => {
  test.each(made)('%s carries its mark, and its pixels or samples are the same', async (_, [mediaType, make]) => {
    const bytes = await make()
    const file = await marked(mediaType, bytes)
    expect(file.includes(uri)).toBe(true)
    expect(await decoded(mediaType, file)).toEqual(await decoded(mediaType, bytes))
  })

  test.each(made)('%s is marked once, and keeps its first mark', async (_, [mediaType, make]) => {
    const path = await write(await make())
    await markFile({ path, mediaType }, 'compositeWithTrainedAlgorithmicMedia')
    const once = await readFile(path)
    expect(await markFile({ path, mediaType }, trained)).toBe(true)
    expect((await readFile(path)).equals(once)).toBe(true)
    expect(await readMark({ path, mediaType })).toBe('compositeWithTrainedAlgorithmicMedia')
  })

  test('a file that is truncated or damaged anywhere stays as it is, or is marked', async () => {
    const damage = fc.record({
      sample: fc.constantFrom(...made),
      cut: fc.double({ min: 0, max: 2, noNaN: true }),
      at: fc.nat(2_000),
      value: fc.nat(255),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ sample: [, [mediaType, make]], cut, at, value }) => {
        const bytes = await make()
        // Half of the files are whole.
        const damaged = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * cut)))
        if (at < damaged.length) damaged[at] = value
        const path = await write(damaged)
        const isMarked = await markFile({ path, mediaType }, trained)
        const after = await readFile(path)
        expect(isMarked ? await readMark({ path, mediaType }) : after.equals(damaged)).toBe(isMarked ? trained : true)
        await rm(path)
      }),
      { numRuns: repetitions(40, 20_000) },
    )
  })

  test('the checksums of a marked file are right', async () => {
    const png = await marked('image/png', await picture('png'))
    for (let at = 8, end; at < png.length; at = end) {
      end = at + 12 + png.readUInt32BE(at)
      expect(png.readUInt32BE(end - 4)).toBe(crc32(png.subarray(at + 4, end - 4)))
    }
    const ogg = await marked('audio/ogg', await makeCompressedSound('ogg'))
    for (let at = 0, end; at < ogg.length; at = end) {
      const table = ogg.subarray(at + 27, at + 27 + (ogg[at + 26] ?? 0))
      end = at + 27 + table.length + table.reduce((sum, size) => sum + size, 0)
      const page = Buffer.from(ogg.subarray(at, end))
      const sum = page.readUInt32LE(22)
      page.writeUInt32LE(0, 22)
      expect(sum).toBe(oggChecksum(page))
    }
  })

  test('other readers find the mark', async () => {
    for (const [mediaType, make] of [samples.PNG, samples.JPEG, samples['lossy WebP'], samples['lossless WebP']].flatMap((s) =>
      s ? [s] : [],
    )) {
      const { xmpAsString } = await sharp(await marked(mediaType, await make())).metadata()
      expect(xmpAsString).toContain(`<Iptc4xmpExt:DigitalSourceType>${uri}</Iptc4xmpExt:DigitalSourceType>`)
    }
    for (const name of ['WebM with room in its index', 'OGG', 'FLAC']) {
      const [mediaType, make] = samples[name] ?? []
      if (!mediaType || !make) continue
      using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await marked(mediaType, await make())) })
      expect((await input.getMetadataTags()).raw).toMatchObject({ DIGITALSOURCETYPE: uri })
    }
  })

  test('an unknown format, or bytes that are no file, stay as they are', async () => {
    for (const mediaType of ['audio/aac', 'text/vtt', ...made.map(([, [type]]) => type)]) {
      for (const bytes of [Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(500, 0xff), Buffer.alloc(500)]) {
        const path = await write(bytes)
        if (await markFile({ path, mediaType }, trained)) expect([mediaType, bytes[0]]).toEqual(['audio/mpeg', 0xff])
        else expect((await readFile(path)).equals(bytes)).toBe(true)
      }
    }
    expect((await readdir(dir)).filter((name) => name.endsWith('-edited'))).toEqual([])
  })
})

describe('a big or unlucky file', () => {
  test('a film of a gigabyte is marked where it is, without a copy', async () => {
    const path = await write(Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\x40\0\0\0mdat', 'latin1'))
    await truncate(path, 16 + 0x4000_0000)
    const before = await stat(path)
    expect(await markFile({ path, mediaType: 'video/mp4' }, trained)).toBe(true)
    const after = await stat(path)
    expect([after.ino, after.size - before.size < 1_000]).toEqual([before.ino, true])
    await rm(path)
  })

  test('an edit that is not accepted, or fails, leaves the file as it was', async () => {
    const bytes = Buffer.from('0123456789')
    const inPlace = [
      { at: 2, remove: 1, insert: Buffer.from('x') },
      { at: 10, remove: 0, insert: Buffer.from('end') },
    ]
    const copied = [{ at: 2, remove: 3, insert: Buffer.from('x') }]
    for (const edits of [inPlace, copied]) {
      const path = await write(bytes)
      expect(await editFile(path, { size: 10, edits, accept: async () => false })).toBe(false)
      await expect(editFile(path, { size: 10, edits, accept: () => Promise.reject(new Error('no disk')) })).rejects.toThrow('no disk')
      expect((await readFile(path)).equals(bytes)).toBe(true)
      expect(await editFile(path, { size: 10, edits, accept: async () => true })).toBe(true)
      expect((await readFile(path)).equals(bytes)).toBe(false)
    }
    expect((await readdir(dir)).filter((name) => name.endsWith('-edited'))).toEqual([])
  })
})

describe('metadata that is there already', () => {
  const withXmp = (format: 'png' | 'jpeg' | 'webp', xmp: string) =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } })
      .withXmp(xmp)
      .toFormat(format)
      .toBuffer()

  test.each(['png', 'jpeg', 'webp'] as const)('the packet of a %s is kept, and another origin replaced', async (format) => {
    for (const xmp of [
      packet(title, ` ext:DigitalSourceType="${captured}"`),
      packet(`${title}<ext:DigitalSourceType>${captured}</ext:DigitalSourceType>`),
      packet(`${title}<ext:DigitalSourceType rdf:resource='${captured}'/>`),
    ]) {
      const { xmpAsString = '' } = await sharp(await marked(`image/${format}`, await withXmp(format, xmp))).metadata()
      expect(xmpAsString).toContain(title)
      expect(xmpAsString).not.toContain(captured)
      expect(xmpAsString.match(/rdf:about="urn:work"/g)).toHaveLength(2)
      expect(xmpAsString.match(/DigitalSourceType>http/g)).toHaveLength(1)
    }
  })

  test('a mark written by the service is left alone, in each of its forms', async () => {
    const composite = uriOf('compositeWithTrainedAlgorithmicMedia')
    for (const xmp of [
      packet(title, ` ext:DigitalSourceType='${composite}'`),
      packet(`<ext:DigitalSourceType> ${composite} </ext:DigitalSourceType>`),
      packet(`<ext:DigitalSourceType rdf:resource="${composite}"/>`),
    ]) {
      const bytes = await withXmp('png', xmp)
      const path = await write(bytes)
      expect(await markFile({ path, mediaType: 'image/png' }, trained)).toBe(true)
      expect((await readFile(path)).equals(bytes)).toBe(true)
      expect(await readMark({ path, mediaType: 'image/png' })).toBe('compositeWithTrainedAlgorithmicMedia')
    }
  })

  test('a prompt that quotes the mark is no mark', async () => {
    const quoting = packet(
      `<dc:description> ext:DigitalSourceType="${uri}" &lt;a:DigitalSourceType>${uri}&lt;/a:DigitalSourceType></dc:description>`,
    )
    const path = await write(await withXmp('png', quoting))
    expect(await readMark({ path, mediaType: 'image/png' })).toBe(null)
    await marked('image/png', await readFile(path))
  })

  test('a compressed packet of a PNG is read', async () => {
    const png = await makePicture()
    const data = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(packet(title))])
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('iTXt'), data, Buffer.alloc(4)])
    chunk.writeUInt32BE(data.length)
    const file = await marked('image/png', Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))
    expect(file.includes(title)).toBe(true)
  })

  test('a signed manifest that names AI as the origin is a mark, and its file is not changed', async () => {
    const statement = Buffer.concat([Buffer.from('digitalSourceTypex'), Buffer.from([uri.length]), Buffer.from(`${uri}fclaim`)])
    const png = await makePicture()
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('caBX'), statement, Buffer.alloc(4)])
    chunk.writeUInt32BE(statement.length)
    const box = Buffer.concat([Buffer.alloc(4), Buffer.from('uuid'), Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'), statement])
    box.writeUInt32BE(box.length)
    const files = [
      ['image/png', Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])],
      ['video/mp4', Buffer.concat([await makeFilm(), box])],
    ] as const
    for (const [mediaType, bytes] of files) expect((await marked(mediaType, bytes)).equals(bytes)).toBe(true)
  })

  test('the packet of a film is kept in a new box, and the old one becomes free space', async () => {
    const xmp = Buffer.from(packet(title))
    const box = Buffer.concat([Buffer.alloc(4), Buffer.from('uuid'), Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), xmp])
    box.writeUInt32BE(box.length)
    const film = await makeFilm()
    const file = await marked('video/mp4', Buffer.concat([film, box]))
    expect(file.toString('latin1', film.length + 4, film.length + 8)).toBe('free')
    expect(file.lastIndexOf(title)).toBeGreaterThan(film.length + box.length)
  })

  test('a last box without a size gets one, and the index of fragments stays at the end', async () => {
    const film = Buffer.from(await makeFilm())
    const media = film.indexOf('mdat') - 4
    film.writeUInt32BE(0, media)
    const file = await marked('video/mp4', film)
    expect(file.readUInt32BE(media)).toBe(film.length - media)
    expect(await decoded('video/mp4', file)).toEqual(await decoded('video/mp4', film))

    const index = Buffer.from([0, 0, 0, 8, ...Buffer.from('mfra')])
    expect((await marked('video/mp4', Buffer.concat([await makeFilm(), index]))).subarray(-8).equals(index)).toBe(true)
  })

  test('the tags of a sound are kept', async () => {
    for (const [mediaType, format] of [
      ['audio/ogg', 'ogg'],
      ['audio/flac', 'flac'],
    ] as const) {
      const file = await marked(mediaType, await makeCompressedSound(format, { title: 'Lake', artist: 'Ann' }))
      using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
      expect(await input.getMetadataTags()).toMatchObject({ title: 'Lake', artist: 'Ann' })
    }
    const tagged = Buffer.concat([id3, withoutId3(await mp3())])
    using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await marked('audio/mpeg', tagged)) })
    expect(await input.getMetadataTags()).toMatchObject({ title: 'Lake' })
  })
})
