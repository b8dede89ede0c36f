import type { Edit } from './edit.ts'
import { countSteps, maxBlock, type Source, UnknownStructure } from './source.ts'
import { bigEndian } from './uint32.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const c2paId = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')

/** `size` is that of the whole box, and `header` what precedes its content. */
type Box = { type: string; at: number; size: number; header: number; openEnded: boolean }

/**
 * Finds the `uuid` box with the XMP packet of an MP4, M4A or AVIF. The index of a film contains positions in the file, so a box is only ever
 * added after everything that is referenced, and an old one is turned into free space.
 */
export async function openIsoMedia(file: Source): Promise<Carrier> {
  const boxes = await readBoxes(file)
  const last = boxes.at(-1)
  if (!last || boxes[0]?.type !== 'ftyp') throw new UnknownStructure('not an ISO media file')
  let present: { at: number; packet: Buffer } | null = null
  let manifest: Buffer | null = null
  for (const { type, at, size, header } of boxes) {
    const length = size - header - xmpId.length
    if (type !== 'uuid' || length < 0) continue
    const id = await file.read(at + header, xmpId.length)
    const start = at + header + xmpId.length
    if (id.equals(xmpId)) present ??= { at, packet: await file.read(start, length) }
    if (id.equals(c2paId)) manifest ??= await file.read(start, Math.min(length, maxBlock))
  }
  return xmpCarrier({
    packet: present?.packet ?? null,
    manifest,
    put(packet) {
      if (last.openEnded && last.size > 0xffff_ffff) throw new UnknownStructure('a box without a size that is too big for one')
      // Players look for the index of fragments in the last bytes of a file.
      const place = last.type === 'mfra' ? last.at : file.size
      const freed: Edit[] = present ? [{ at: present.at + 4, remove: 4, insert: Buffer.from('free') }] : []
      const closed: Edit[] = last.openEnded ? [{ at: last.at, remove: 4, insert: bigEndian(last.size) }] : []
      return [...closed, ...freed, { at: place, remove: 0, insert: boxOf(packet) }].toSorted((a, b) => a.at - b.at)
    },
  })
}

async function readBoxes(file: Source): Promise<Box[]> {
  const step = countSteps()
  const boxes: Box[] = []
  for (let at = 0; at < file.size;) {
    step()
    const head = await file.read(at, 8)
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    const header = short === 1 ? 16 : 8
    const openEnded = short === 0
    const size = openEnded ? file.size - at : short === 1 ? Number((await file.read(at + 8, 8)).readBigUInt64BE(0)) : short
    if (size < header || at + size > file.size) throw new UnknownStructure('not a whole box')
    boxes.push({ type, at, size, header, openEnded })
    at += size
  }
  return boxes
}

const boxOf = (packet: Buffer) => Buffer.concat([bigEndian(packet.length + xmpId.length + 8), Buffer.from('uuid'), xmpId, packet])
