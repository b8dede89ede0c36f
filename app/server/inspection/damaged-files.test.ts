import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { AdtsOutputFormat, MkvOutputFormat, Mp3OutputFormat } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { makeHeic, turned, withExif } from '#tests/fixtures/make-heic.ts'
import { convertMedia, recordings } from '#tests/fixtures/make-recordings.ts'
import { makeCompressedSound, makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { makeDocx, makeEpub, makeOpenDocument, makePptx, makeXlsx, paragraph, wordTable } from '#tests/fixtures/make-office.ts'
import type { Converted } from './converted-types.ts'
import { InspectionError } from './inspection-error.ts'
import { type Inspection, openInspection } from './open-inspection.ts'
import { sniffMedium } from './sniff-medium.ts'
import type { MediumKind, PackedType, StillPaths } from './tasks.ts'

let dir: string
let inspection: Inspection
const reasons: string[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'damaged-files-'))
  // Small files are parsed in milliseconds of processor time.
  inspection = openInspection({
    limits: { quick: { stuckMs: 1_000 }, long: { stuckMs: 1_000 } },
    onDamaged: ({ reason }) => reasons.push(reason),
  })
})
afterAll(async () => {
  inspection.close()
  await rm(dir, { recursive: true })
})

type Make = () => Promise<Uint8Array>
type Parse = (paths: StillPaths, file: Uint8Array) => Promise<unknown>[]
type Kind = { files: readonly Make[]; parse: Parse }

const given = (name: string) => readFile(join(import.meta.dirname, '../../../tests/fixtures/inputs', name))
const picture = async (format: 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff') =>
  sharp(await makePicture())
    .toFormat(format)
    .toBuffer()

/** The tasks that read the files of members and services: at an upload, as a result, with its mark, and for a public link. */
const readsMedium =
  (kind: MediumKind): Parse =>
  (paths, file) => {
    const path = paths.file
    const measured =
      kind === 'image' ? inspection.run('measurePicture', { file: path, decodes: 1_000_000 }) : inspection.run('measureMedia', { path })
    const mediaType = sniffMedium(file)?.mediaType
    if (!mediaType) return [measured]
    const marked = { path, mediaType }
    return [
      measured,
      inspection.run('inspectResult', { paths, kind }),
      inspection.run('readMark', marked),
      inspection.run('planMark', { ...marked, type: 'trainedAlgorithmicMedia' }),
      inspection.run('namesPlace', marked),
    ]
  }
const converts =
  (mediaType: Converted): Parse =>
  ({ file, poster }) => [inspection.run('convert', { path: file, to: poster, mediaType, maxPixels: 1_000_000 })]
const readsOffice =
  (mediaType: PackedType): Parse =>
  ({ file, poster }) => [inspection.run('readOffice', { path: file, to: poster, mediaType })]
const countsPages: Parse = ({ file }) => [
  inspection.run('countPages', { path: file }),
  inspection.run('readPages', { path: file, most: 20_000 }),
]

const office = (make: () => Uint8Array): Kind => ({ files: [async () => make()], parse: readsOffice('application/zip') })
const cells = [
  ['Name', 'Sum'],
  ['Ann', '100'],
]

const kinds: Record<string, Kind> = {
  image: {
    files: [makePicture, ...(['jpeg', 'webp', 'avif', 'gif'] as const).map((format) => () => picture(format))],
    parse: readsMedium('image'),
  },
  audio: {
    files: [
      async () => makeSound(),
      () => makeCompressedSound('ogg'),
      () => makeCompressedSound('m4a'),
      () => makeCompressedSound('flac'),
      async () => convertMedia(await makeCompressedSound('m4a'), new AdtsOutputFormat()),
      () => convertMedia(makeSound(0.5, 48_000), new Mp3OutputFormat()),
    ],
    parse: readsMedium('audio'),
  },
  'chained Ogg': { files: [recordings['ogg chained']], parse: readsMedium('audio') },
  'MP3 of variable bitrate': {
    files: [() => given('mp3-vbr-quiet-start.mp3'), () => given('mp3-three-joined.mp3')],
    parse: readsMedium('audio'),
  },
  video: {
    files: [
      () => makeFilm(),
      () => makeFilm(64, 48, { format: 'webm' }),
      async () => convertMedia(await makeFilm(), new MkvOutputFormat()),
    ],
    parse: readsMedium('video'),
  },
  HEIC: { files: [makeHeic, async () => withExif(turned(await makeHeic()))], parse: converts('image/heic') },
  TIFF: { files: [() => picture('tiff'), () => given('scan.tif')], parse: converts('image/tiff') },
  'MPEG-TS': { files: [recordings['transport stream'], recordings['transport stream of a camera']], parse: converts('video/mp2t') },
  QuickTime: { files: [recordings['quicktime from wide']], parse: converts('video/quicktime') },
  PDF: {
    files: [
      async () => makeDocument({ pages: 3 }),
      async () => makeDocument({ pages: 3, packed: true }),
      () => given('pdf-owner-password.pdf'),
      () => given('pdf-saved-three-times.pdf'),
    ],
    parse: countsPages,
  },
  DOCX: office(() => makeDocx(paragraph('A report') + wordTable(cells))),
  XLSX: office(() =>
    makeXlsx({ Sums: '<row r="1"><c r="A1" t="inlineStr"><is><t>Ann</t></is></c><c r="B1" s="1"><v>46053</v></c></row>' }),
  ),
  PPTX: office(() => makePptx(['A report', 'Thank you'])),
  ODT: office(() => makeOpenDocument('text', '<text:h text:outline-level="1">A report</text:h><text:p>For a year.</text:p>')),
  EPUB: office(() => makeEpub(['Chapter one', 'Chapter two'])),
  RTF: {
    files: [
      async () =>
        Buffer.from(String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}\f0 \'cf\'f0 {\b world}\par\trowd\cellx1000 a\cell\row}`),
    ],
    parse: readsOffice('application/rtf'),
  },
}

/** Changes of single bytes, half of them in the head, where the structure is. */
const changes = fc.array(
  fc.record({
    place: fc.oneof(fc.nat(), fc.nat(700)),
    value: fc.oneof(fc.nat(255), fc.constantFrom(0, 255)),
  }),
  { minLength: 1, maxLength: 4 },
)
type Changes = readonly { place: number; value: number }[]

function damage(bytes: Uint8Array, list: Changes): Uint8Array {
  const damaged = Uint8Array.from(bytes)
  for (const { place, value } of list) damaged[place % damaged.length] = value
  return damaged
}

/** Damages an entry of a ZIP: in a compressed one most changes would only break its compression. */
function damageEntry(zip: Uint8Array, list: Changes): Uint8Array {
  const entries = Object.entries(unzipSync(zip))
  const [name = '', entry] = entries[(list[0]?.place ?? 0) % entries.length] ?? []
  return zipSync({ ...Object.fromEntries(entries), ...(entry?.length && { [name]: damage(entry, list) }) })
}

const isZip = (file: Uint8Array) => file[0] === 0x50 && file[1] === 0x4b

/** Waits for a task; returns how it ended. */
async function endOf(task: Promise<unknown>): Promise<'answered' | InspectionError['reason']> {
  try {
    await task
    return 'answered'
  } catch (error) {
    if (error instanceof InspectionError) return error.reason
    throw error
  }
}

test.each(Object.entries(kinds))(
  'an inspected file of the kind %s with random changes gets an answer or a refusal, and the next file is inspected',
  async (kind, { files, parse }) => {
    const originals = await Promise.all(files.map((make) => make()))
    const paths = { file: join(dir, kind), poster: join(dir, `${kind} poster`), thumbnail: join(dir, `${kind} thumbnail`) }
    for (const original of originals) {
      await writeFile(paths.file, original)
      for (const answer of await Promise.all(parse(paths, original))) expect(answer ?? {}).not.toHaveProperty('refused')
      await rm(paths.poster, { force: true })
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, fc.boolean(), async (original, list, isInside) => {
        const file = isZip(original) && isInside ? damageEntry(original, list) : damage(original, list)
        await writeFile(paths.file, file)
        await rm(paths.poster, { force: true })
        await inspection.run('sniffContainer', { head: file.subarray(0, 4_096) })
        for (const end of await Promise.all(parse(paths, file).map(endOf))) expect(['answered', 'unreadable', 'damaged']).toContain(end)
      }),
      { numRuns: repetitions(4, 5_000), seed: 36, endOnFailure: true },
    )
    expect(reasons).not.toContain('its answer was not as expected')
    expect(await inspection.run('measurePicture', { file: await makePicture() })).toMatchObject({ width: 64, height: 48 })
  },
  repetitions(240_000, 3 * 3_600_000),
)
