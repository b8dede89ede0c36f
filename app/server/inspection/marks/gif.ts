import type { Edit } from './edit.ts'
import { countSteps, maxBlock, type Source, UnknownStructure } from './source.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

const [extension, application, graphicControl] = [0x21, 0xff, 0xf9]
const name = 'XMP DataXMP'
const head = Buffer.concat([Buffer.from([extension, application, name.length]), Buffer.from(name)])
/** Leads a reader of sub-blocks, which takes any byte of the packet for a length, to the end of the extension. */
const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])

/** Finds the XMP packet of a GIF among the extensions before the first picture. */
export async function openGif(file: Source): Promise<Carrier> {
  const step = countSteps()
  const flags = (await file.read(10, 1))[0] ?? 0
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let present: { at: number; size: number; packet: Buffer } | null = null
  for (;;) {
    step()
    const [block, label] = await file.read(at, 2)
    if (block !== extension || label === graphicControl) break
    const first = (await file.read(at + 2, 1))[0] ?? 0
    const isXmp = label === application && (await file.read(at + 3, first)).toString('latin1') === name
    const data = at + 3 + first
    let end = data
    for (let length = -1; length !== 0; end += length + 1) {
      step()
      length = (await file.read(end, 1))[0] ?? 0
    }
    if (isXmp && end - data > maxBlock) throw new UnknownStructure('the XMP packet is too big')
    if (isXmp) present ??= { at, size: end - at, packet: (await file.read(data, end - data)).subarray(0, -trailer.length) }
    at = end
  }
  // Extensions came with the version of 1989.
  const version: Edit = { at: 4, remove: 1, insert: Buffer.from('9') }
  const { at: place, size, packet } = present ?? { at, size: 0, packet: null }
  return xmpCarrier({
    packet,
    manifest: null,
    put: (next) => [version, { at: place, remove: size, insert: Buffer.concat([head, next, trailer]) }],
  })
}
