import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** The part of a tar archive's header that is used. Types: `0` file, `5` folder, `x` attributes of the next entry, `L` its long name. */
type Header = { name: string; size: number; type: string; executable: boolean }

const block = 512
const longestName = 4_096

/** Extracts the files of a tar archive to the paths that `place` returns; null leaves a file out. Links and devices are never made. */
export async function extractTar(source: AsyncIterable<Uint8Array>, place: (name: string) => string | null): Promise<void> {
  const pieces = openPieces(source)
  let longName: string | undefined
  for (;;) {
    const head = await pieces.read(block)
    if (head === null || head.every((byte) => byte === 0)) return
    const { name, size, type, executable } = readHeader(head)
    if (type === 'x' || type === 'L') {
      if (size > longestName * 2) throw new Error('the archive is damaged')
      const text = (await pieces.need(size)).toString('utf8')
      longName = type === 'L' ? text.replace(/\0.*$/s, '') : (/^\d+ path=(.*)$/m.exec(text)?.[1] ?? longName)
    } else {
      const path = type === '0' || type === '\0' ? place(longName ?? name) : null
      longName = undefined
      if (path === null) await pieces.pass(size, () => Promise.resolve())
      else {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await using file = await open(path, 'w', executable ? 0o755 : 0o644)
        await pieces.pass(size, (piece) => writeAll(file, piece))
      }
    }
    await pieces.pass((block - (size % block)) % block, () => Promise.resolve())
  }
}

/** Returns the path within a folder; null for a name that leads out of it. */
export function inside(folder: string, name: string): string | null {
  const clean = normalize(name)
  return clean.startsWith('..') || clean.startsWith('/') || clean.includes(':') || clean === '.' ? null : join(folder, clean)
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.byteLength;) written += (await file.write(piece, written)).bytesWritten
}

function readHeader(head: Buffer): Header {
  const text = (start: number, length: number) => head.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  const octal = (start: number, length: number) => Number.parseInt(text(start, length).trim() || '0', 8)
  const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0)
  const size = octal(124, 12)
  if (octal(148, 8) !== sum || !Number.isSafeInteger(size) || size < 0) throw new Error('the archive is damaged')
  const prefix = head.toString('latin1', 257, 262) === 'ustar' ? text(345, 155) : ''
  const name = text(0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size,
    type: head.toString('latin1', 156, 157),
    executable: (octal(100, 8) & 0o100) !== 0,
  }
}

/** Reads a stream by numbers of bytes. */
function openPieces(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  let left: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const { value, done } = await iterator.next()
    if (done) return false
    left = left.byteLength === 0 ? Buffer.from(value) : Buffer.concat([left, value])
    return true
  }
  /** Returns exactly so many bytes; null at the end. */
  async function read(size: number): Promise<Buffer | null> {
    while (left.byteLength < size) if (!(await more())) return null
    const bytes = left.subarray(0, size)
    left = left.subarray(size)
    return bytes
  }
  return {
    read,
    async need(size: number): Promise<Buffer> {
      const bytes = await read(size)
      if (bytes === null) throw new Error('the archive is cut off')
      return bytes
    },
    async pass(size: number, to: (piece: Uint8Array) => Promise<void>): Promise<void> {
      for (let open = size; open > 0;) {
        if (left.byteLength === 0 && !(await more())) throw new Error('the archive is cut off')
        const piece = left.subarray(0, open)
        left = left.subarray(piece.byteLength)
        open -= piece.byteLength
        await to(piece)
      }
    },
  }
}
