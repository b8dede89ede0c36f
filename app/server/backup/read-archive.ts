import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { version } from '../version.ts'
import { BackupError } from './backup-error.ts'
import { entries, type Manifest, manifestSchema } from './manifest.ts'
import { readTar } from './tar.ts'

export type ReadArchiveOptions = {
  file: string
  /** The folder into which the archive is extracted. */
  into: string
  /** Whether stored files are extracted, or only checked. */
  extractsFiles: boolean
  /** Called with the manifest before anything is extracted; throws to refuse the archive. */
  accept(manifest: Manifest): void
}

export type ReadArchive = { manifest: Manifest; files: number }

/** Extracts an archive and checks every entry by its SHA-256. Throws BackupError if the archive is damaged, incomplete or of another kind. */
export async function readArchive({ file, into, extractsFiles, accept }: ReadArchiveOptions): Promise<ReadArchive> {
  const listed = createHash('sha256')
  let manifest: Manifest | undefined
  let isComplete = false
  let files = 0
  for await (const { header, body } of readTar(await openArchive(file))) {
    const name = header.name.replace(/\/$/, '')
    const path = pathIn(into, name)
    if (header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      continue
    }
    if (header.type !== 'file') throw new BackupError('The archive contains an entry that no backup has.')
    const isFile = name.startsWith(`${entries.files}/`)
    if (isFile) files += 1
    if (manifest === undefined) {
      if (header.size > maxManifestBytes) throw notOurs()
      const { sum, text } = await readText(body)
      manifest = readManifest(name, text)
      accept(manifest)
      listed.update(`${sum}  ${name}\n`)
      continue
    }
    const sum = await store(body, isFile && !extractsFiles ? undefined : path)
    // The list of checksums is the last entry, so its own checksum is that of the lines so far.
    if (name === entries.sums) {
      if (sum !== listed.digest('hex')) throw new BackupError('The archive is damaged: its content does not match its checksums.')
      isComplete = true
      break
    }
    listed.update(`${sum}  ${name}\n`)
  }
  if (!manifest || !isComplete) throw new BackupError('The archive is incomplete.')
  return { manifest, files }
}

async function openArchive(file: string): Promise<Readable> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code}).`)
  })
  const { buffer: start } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  await handle.close()
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  if (!isGzip) return stream
  const gunzip = createGunzip()
  // A failure is thrown to the reader of `gunzip`.
  pipeline(stream, gunzip).catch(() => {})
  return gunzip
}

/** Names come from the archive, which may be anybody's: none may lead out of the folder. */
function pathIn(folder: string, name: string): string {
  const parts = name.split('/')
  if (name.startsWith('/') || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new BackupError('The archive contains a name that no backup has.')
  return join(folder, name)
}

const maxManifestBytes = 1_000_000

const notOurs = () => new BackupError('This is no backup of Quartet.')

async function readText(body: AsyncIterable<Uint8Array>): Promise<{ sum: string; text: string }> {
  const text = await buffer(body)
  return { sum: createHash('sha256').update(text).digest('hex'), text: text.toString() }
}

function readManifest(name: string, text: string): Manifest {
  if (name !== entries.manifest) throw notOurs()
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text)
  if (!result.success) throw new BackupError(`This backup has a format that Quartet ${version} does not know.`)
  return result.output
}

/** Returns the SHA-256 of an entry, stored at `path` if there is one. */
async function store(body: AsyncIterable<Uint8Array>, path: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of body) {
      hash.update(chunk)
      yield chunk
    }
  }
  if (path !== undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const target = path === undefined ? discard() : createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(Readable.from(hashed()), target)
  return hash.digest('hex')
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })
