import { countSteps, maxBlock, type Source, UnknownStructure } from './source.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

const signature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const exif = Buffer.from('Exif\0\0', 'latin1')
const [app0, app1, app11, startOfScan] = [0xe0, 0xe1, 0xeb, 0xda]

/** Finds the `APP1` segment with the XMP packet of a JPEG. */
export async function openJpeg(file: Source): Promise<Carrier> {
  const step = countSteps()
  let present: { at: number; size: number; packet: Buffer } | null = null
  const boxes: Buffer[] = []
  // JFIF and Exif must come first.
  let place = 2
  for (let at = 2; ;) {
    step()
    const [mark, marker = 0] = await file.read(at, 2)
    if (mark !== 0xff) throw new UnknownStructure('not a marker of a JPEG')
    if (marker === startOfScan) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = (await file.read(at + 2, 2)).readUInt16BE(0)
    if (length < 2) throw new UnknownStructure('not a segment of a JPEG')
    const size = length + 2
    const data = await file.read(at + 4, length - 2)
    const isFirst = marker === app0 || (marker === app1 && startsWith(data, exif))
    if (isFirst && place === at) place = at + size
    if (marker === app1 && startsWith(data, signature)) present ??= { at, size, packet: data.subarray(signature.length) }
    // Each segment of a box repeats its header of 8 bytes, after 8 bytes about the segment.
    if (marker === app11 && boxes.length * 65_536 < maxBlock) boxes.push(data.subarray(boxes.length === 0 ? 8 : 16))
    at += size
  }
  const { at, size, packet } = present ?? { at: place, size: 0, packet: null }
  return xmpCarrier({
    packet,
    manifest: boxes.length === 0 ? null : Buffer.concat(boxes),
    put: (next) => [{ at, remove: size, insert: segmentOf(Buffer.concat([signature, next])) }],
  })
}

function segmentOf(data: Buffer): Buffer {
  const head = Buffer.from([0xff, app1, 0, 0])
  if (data.length + 2 > 0xffff) throw new UnknownStructure('the XMP packet is too big for a JPEG')
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const startsWith = (data: Buffer, beginning: Buffer) => data.subarray(0, beginning.length).equals(beginning)
