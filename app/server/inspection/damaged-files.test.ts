import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { AdtsOutputFormat, MkvOutputFormat, Mp3OutputFormat } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repetitions } from '#tests/fixtures/campaign.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { convertMedia, recordings } from '#tests/fixtures/make-recordings.ts'
import { makeCompressedSound, makeFilm, makePicture, makeSound } from '#tests/fixtures/make-media.ts'
import { type Converted, convertedTypes } from './converted-types.ts'
import { InspectionError } from './inspection-error.ts'
import { type Inspection, openInspection } from './open-inspection.ts'
import type { StillPaths } from './tasks.ts'

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

const picture = async (format: 'jpeg' | 'webp' | 'avif' | 'gif') =>
  sharp(await makePicture())
    .toFormat(format)
    .toBuffer()

type Make = () => Promise<Uint8Array>
const files: Record<'image' | 'audio' | 'video' | 'document' | Converted, readonly Make[]> = {
  image: [makePicture, ...(['jpeg', 'webp', 'avif', 'gif'] as const).map((format) => () => picture(format))],
  audio: [
    async () => makeSound(),
    () => makeCompressedSound('ogg'),
    () => makeCompressedSound('m4a'),
    () => makeCompressedSound('flac'),
    async () => convertMedia(await makeCompressedSound('m4a'), new AdtsOutputFormat()),
    () => convertMedia(makeSound(0.5, 48_000), new Mp3OutputFormat()),
    () => recordings['ogg chained'](),
  ],
  video: [() => makeFilm(), () => makeFilm(64, 48, { format: 'webm' }), async () => convertMedia(await makeFilm(), new MkvOutputFormat())],
  'image/heic': [() => readFile(join(import.meta.dirname, '../../../tests/fixtures/inputs/photo.heic'))],
  'image/tiff': [
    async () =>
      sharp(await makePicture())
        .tiff()
        .toBuffer(),
  ],
  'video/mp2t': [recordings['transport stream'], recordings['transport stream of a camera']],
  'video/quicktime': [recordings['quicktime from wide']],
  document: [async () => makeDocument({ pages: 3 }), async () => makeDocument({ pages: 3, packed: true })],
}

/** Changes of single bytes, half of them in the head, where the structure is. */
const changes = fc.array(
  fc.record({
    place: fc.oneof(fc.nat(), fc.nat(700)),
    value: fc.oneof(fc.nat(255), fc.constantFrom(0, 255)),
  }),
  { minLength: 1, maxLength: 4 },
)

function damage(bytes: Uint8Array, list: readonly { place: number; value: number }[]): Uint8Array {
  const damaged = Uint8Array.from(bytes)
  for (const { place, value } of list) damaged[place % damaged.length] = value
  return damaged
}

/** The tasks in which a file of this kind is parsed. */
function tasksOf(kind: keyof typeof files, paths: StillPaths): (() => Promise<unknown>)[] {
  const path = paths.file
  switch (kind) {
    case 'document':
      return [() => inspection.run('countPages', { path })]
    case 'image':
      return [
        () => inspection.run('measurePicture', { file: path, decodes: 1_000_000 }),
        () => inspection.run('inspectResult', { paths, kind }),
      ]
    case 'audio':
    case 'video':
      return [() => inspection.run('measureMedia', { path }), () => inspection.run('inspectResult', { paths, kind })]
    default:
      return [() => inspection.run('convert', { path, to: paths.poster, mediaType: kind, maxPixels: 1_000_000 })]
  }
}

/** Runs a task; returns how it ended. */
async function endOf(task: Promise<unknown>): Promise<'answered' | InspectionError['reason']> {
  try {
    await task
    return 'answered'
  } catch (error) {
    if (error instanceof InspectionError) return error.reason
    throw error
  }
}

test.each(['image', 'audio', 'video', 'document', ...convertedTypes] as const)(
  'an inspected %s with random changes gets an answer or a refusal, and the next file is inspected',
  async (kind) => {
    const originals = await Promise.all(files[kind].map((make) => make()))
    const name = kind.replace('/', '-')
    const paths = { file: join(dir, name), poster: join(dir, `${name}-poster`), thumbnail: join(dir, `${name}-thumbnail`) }
    const path = paths.file
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, async (original, list) => {
        const file = damage(original, list)
        await writeFile(path, file)
        const tasks = tasksOf(kind, paths)
        await inspection.run('sniffContainer', { head: file.subarray(0, 4_096) })
        for (const task of tasks) expect(['answered', 'unreadable', 'damaged']).toContain(await endOf(task()))
      }),
      { numRuns: repetitions(8, 5_000), seed: 36, endOnFailure: true },
    )
    expect(reasons).not.toContain('its answer was not as expected')
    expect(await inspection.run('measurePicture', { file: await makePicture() })).toMatchObject({ width: 64, height: 48 })
  },
  repetitions(30_000, 3 * 3_600_000),
)
