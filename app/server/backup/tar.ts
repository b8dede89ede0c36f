import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createTarDecoder, createTarPacker, type TarHeader } from 'modern-tar'
import { BackupError } from './backup-error.ts'

export type TarWriter = {
  /** The bytes of the archive. A reader that stops makes the next write fail. */
  stream: Readable
  folder(name: string): Promise<void>
  /** Adds a file of exactly `bytes` bytes. Throws BackupError if the source has fewer. */
  file(name: string, bytes: number, source: AsyncIterable<Uint8Array>): Promise<void>
  end(): void
}

export function writeTar(): TarWriter {
  const { readable, controller } = createTarPacker()
  return {
    stream: Readable.from(readable, { objectMode: false }),
    folder: (name) => controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close(),
    async file(name, bytes, source) {
      await feed(controller.add({ name, size: bytes, mode: 0o600 }), firstBytes(name, bytes, source))
    },
    end: () => controller.finalize(),
  }
}

async function* firstBytes(name: string, bytes: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of source) {
    // A log file may grow while it is read.
    const part = chunk.subarray(0, left)
    left -= part.length
    if (part.length > 0) yield part
    if (left === 0) break
  }
  if (left > 0) throw new BackupError(`${name} became shorter while it was read.`)
}

async function feed(stream: WritableStream<Uint8Array>, source: AsyncIterable<Uint8Array>): Promise<void> {
  const writer = stream.getWriter()
  try {
    for await (const chunk of source) await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

type TarEntry = { header: TarHeader; body: AsyncIterable<Uint8Array> }

/** Yields the entries of an archive; each body must be read to the end. Throws BackupError if the archive is damaged or ends early. */
export async function* readTar(stream: Readable): AsyncGenerator<TarEntry> {
  const { readable, writable } = createTarDecoder({ strict: true })
  // A failure is thrown to the reader of the entries too.
  feed(writable, stream).catch(() => {})
  for await (const { header, body } of intact(readable)) yield { header, body: intact(body) }
}

async function* intact<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (cause) {
    throw new BackupError('The archive is damaged or incomplete.', { cause })
  }
}

/** The content of a local file. */
export const contentOf = (path: string): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: 256 * 1024 })
