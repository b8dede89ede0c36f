import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { BackupError } from './backup-error.ts'

/** Reads and writes tar archives (POSIX ustar with pax headers) as streams, so that `tar` opens them too. */

const blockBytes = 512
const padding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes
const type = { file: '0', folder: '5', pax: 'x' } as const

export type TarWriter = {
  folder(name: string): Promise<void>
  /** Adds a file of exactly `bytes` bytes. Throws BackupError if the source has fewer. */
  file(name: string, bytes: number, source: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the end of the archive and ends the stream, which finishes later. */
  end(): Promise<void>
}

export function writeTar(stream: Writable): TarWriter {
  let failure: Error | undefined
  stream.once('error', (error) => (failure = error))
  const write = async (chunk: Uint8Array) => {
    if (failure) throw failure
    // `once` also rejects with an error of the stream.
    if (!stream.write(chunk)) await once(stream, 'drain')
  }
  const writeHeader = async (name: string, bytes: number, kind: string) => {
    // Longer names and sizes do not fit the fields of ustar.
    if (Buffer.byteLength(name) > 100 || bytes > 0o77777777777) {
      const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(bytes)))
      await write(header('pax', records.length, type.pax))
      await write(Buffer.concat([records, Buffer.alloc(padding(records.length))]))
    }
    await write(header(name, bytes, kind))
  }
  return {
    folder: (name) => writeHeader(`${name}/`, 0, type.folder),
    async file(name, bytes, source) {
      await writeHeader(name, bytes, type.file)
      let left = bytes
      for await (const chunk of source) {
        // A log file may grow while it is read.
        const part = chunk.length > left ? chunk.subarray(0, left) : chunk
        left -= part.length
        if (part.length > 0) await write(part)
        if (left === 0) break
      }
      if (left > 0) throw new BackupError(`${name} became shorter while it was read.`)
      await write(Buffer.alloc(padding(bytes)))
    },
    async end() {
      await write(Buffer.alloc(2 * blockBytes))
      stream.end()
    },
  }
}

/** The length of a pax record counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (length !== bytes + String(length).length) length += 1
  return `${length}${rest}`
}

function header(name: string, bytes: number, kind: string): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(Buffer.from(name).subarray(0, 100).toString('latin1'), 0, 'latin1')
  block.write(kind === type.folder ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(Math.min(bytes, 0o77777777777).toString(8).padStart(11, '0'), 124)
  block.write(
    Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0'),
    136,
  )
  block.write(kind, 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of all bytes of a header, with its checksum field as spaces. */
function checksum(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

export type TarEntry = {
  name: string
  isFolder: boolean
  bytes: number
  /** The content; must be read to the end before the next entry. */
  content: AsyncIterable<Uint8Array>
}

/** Yields the entries of an archive. Throws BackupError if it is damaged or ends early. */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = readerOf(stream)
  let pax = new Map<string, string>()
  for (;;) {
    const block = await source.exactly(blockBytes)
    if (block.every((byte) => byte === 0)) return
    if (Number.parseInt(text(block, 148, 8), 8) !== checksum(block)) throw damaged()
    const kind = text(block, 156, 1)
    const bytes = Number(pax.get('size') ?? Number.parseInt(text(block, 124, 12), 8))
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged()
    if (kind === type.pax) {
      pax = readPax(Buffer.from(await source.exactly(bytes)).toString())
      await source.exactly(padding(bytes))
      continue
    }
    const name = pax.get('path') ?? Buffer.from(text(block, 0, 100), 'latin1').toString()
    pax = new Map()
    yield { name: name.replace(/\/$/, ''), isFolder: kind === type.folder, bytes, content: source.upTo(bytes) }
    await source.exactly(padding(bytes))
  }
}

const damaged = () => new BackupError('The archive is damaged or incomplete.')

function text(block: Uint8Array, at: number, length: number): string {
  return Buffer.from(block.subarray(at, at + length))
    .toString('latin1')
    .replace(/(?<![\0 ])[\0 ]+$/, '')
}

function readPax(records: string): Map<string, string> {
  return new Map([...records.matchAll(/^\d+ ([^=\n]+)=([^\n]*)\n/gm)].map(([, key = '', value = '']) => [key, value]))
}

function readerOf(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  async function* upTo(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) throw damaged()
        rest = value
        continue
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  return {
    upTo,
    async exactly(bytes: number): Promise<Uint8Array> {
      const parts: Uint8Array[] = []
      for await (const part of upTo(bytes)) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}

/** The content of a local file. */
export const contentOf = (path: string): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: 256 * 1024 })
