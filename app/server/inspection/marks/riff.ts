import type { Edit } from './edit.ts'
import { countSteps, maxBlock, type Source, UnknownStructure } from './source.ts'
import { littleEndian } from './uint32.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

type Chunk = { id: string; at: number; length: number; end: number }

/** The XMP packet of a WAV is its `_PMX` chunk, after the samples. */
export async function openWav(file: Source): Promise<Carrier> {
  const { chunks, end, openEnded } = await readChunks(file)
  const samples = chunks.find(({ id }) => id === 'data')
  if (!samples) throw new UnknownStructure('a WAV without samples')
  // A stream of unknown length: whatever follows the samples would be taken for samples.
  const place = openEnded ? samples.at : end
  return chunkCarrier(file, { id: '_PMX', chunks, place, sized: !openEnded, also: () => [] })
}

/** The XMP packet of a WebP is its last chunk; a flag in the first chunk announces it. */
export async function openWebp(file: Source): Promise<Carrier> {
  const { chunks, end, openEnded } = await readChunks(file)
  const [first] = chunks
  if (openEnded || !first) throw new UnknownStructure('not a whole WebP')
  const start = await file.read(first.at, Math.min(18, file.size - first.at))
  return chunkCarrier(file, { id: 'XMP ', chunks, place: end, sized: true, also: () => [announce(first, start)] })
}

const xmpFlag = 0x04
const alphaFlag = 0x10

/** Sets the flag in `VP8X`, or makes that chunk for a simple WebP. */
function announce({ id, at }: Chunk, start: Buffer): Edit {
  if (start.length < 18) throw new UnknownStructure('not a picture of a WebP')
  if (id === 'VP8X') return { at: at + 8, remove: 1, insert: Buffer.from([start.readUInt8(8) | xmpFlag]) }
  const extended = Buffer.alloc(18)
  extended.write('VP8X')
  extended.writeUInt32LE(10, 4)
  const { flags, width, height } = id === 'VP8L' ? lossless(start) : lossy(id, start)
  extended.writeUInt8(flags, 8)
  extended.writeUIntLE(width - 1, 12, 3)
  extended.writeUIntLE(height - 1, 15, 3)
  return { at, remove: 0, insert: extended }
}

function lossless(start: Buffer) {
  if (start.readUInt8(8) !== 0x2f) throw new UnknownStructure('not a lossless picture')
  const bits = start.readUInt32LE(9)
  const alpha = (bits >>> 28) & 1 ? alphaFlag : 0
  return { flags: xmpFlag | alpha, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function lossy(id: string, start: Buffer) {
  if (id !== 'VP8 ' || start.readUIntBE(11, 3) !== 0x9d012a) throw new UnknownStructure('not a key frame')
  const [width, height] = [start.readUInt16LE(14) & 0x3fff, start.readUInt16LE(16) & 0x3fff]
  if (width === 0 || height === 0) throw new UnknownStructure('an empty picture')
  return { flags: xmpFlag, width, height }
}

async function readChunks(file: Source): Promise<{ chunks: Chunk[]; end: number; openEnded: boolean }> {
  const step = countSteps()
  const size = (await file.read(4, 4)).readUInt32LE(0)
  const end = Math.min(8 + size, file.size)
  const chunks: Chunk[] = []
  for (let at = 12; at < end;) {
    step()
    const head = await file.read(at, 8)
    const [id, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    const chunk = { id, at, length, end: at + 8 + length + (length % 2) }
    chunks.push(chunk)
    if (at + 8 + length > file.size) return { chunks, end, openEnded: true }
    at = chunk.end
  }
  const last = chunks.at(-1)
  // The padding of the last chunk is often forgotten.
  if (!last || (last.end !== end && last.end !== end + 1)) throw new UnknownStructure('not a whole RIFF file')
  return { chunks, end, openEnded: false }
}

type ChunkOptions = {
  id: string
  chunks: Chunk[]
  /** Position of a new chunk. */
  place: number
  /** Whether the header contains the size of the file. */
  sized: boolean
  also(): Edit[]
}

async function chunkCarrier(file: Source, { id, chunks, place, sized, also }: ChunkOptions): Promise<Carrier> {
  const present = chunks.find((chunk) => chunk.id === id)
  const signed = chunks.find((chunk) => chunk.id === 'C2PA')
  const size = (await file.read(4, 4)).readUInt32LE(0)
  return xmpCarrier({
    packet: present ? await file.read(present.at + 8, present.length) : null,
    manifest: signed ? await file.read(signed.at + 8, Math.min(signed.length, maxBlock)) : null,
    put(packet) {
      const at = present?.at ?? place
      const padding = Buffer.alloc(present ? 0 : at % 2)
      const insert = Buffer.concat([padding, chunkOf(id, packet)])
      const edits = [...also(), { at, remove: present ? Math.min(present.end, file.size) - at : 0, insert }]
      const grown = size + edits.reduce((sum, edit) => sum + edit.insert.length - edit.remove, 0)
      if (sized && grown > 0xffff_fffe) throw new UnknownStructure('the file would be too big for RIFF')
      return sized ? [{ at: 4, remove: 4, insert: littleEndian(grown) }, ...edits] : edits
    },
  })
}

const chunkOf = (id: string, data: Buffer) =>
  Buffer.concat([Buffer.from(id), littleEndian(data.length), data, Buffer.alloc(data.length % 2)])
