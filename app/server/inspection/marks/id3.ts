import { type Source, UnknownStructure } from './source.ts'
import { bigEndian } from './uint32.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

const owner = Buffer.from('XMP\0')

type Frame = { id: string; bytes: Buffer; data: Buffer }

/** The XMP packet of an MP3 is a `PRIV` frame of its ID3 tag. A file without a tag gets one. */
export async function openMp3(file: Source): Promise<Carrier> {
  const head = await file.read(0, Math.min(10, file.size))
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    if ((head.readUInt16BE(0) & 0xffe0) !== 0xffe0) throw new UnknownStructure('not an MP3')
    return xmpCarrier({
      packet: null,
      manifest: null,
      put: (packet) => [{ at: 0, remove: 0, insert: tagOf(3, frameOf(3, packet)) }],
    })
  }
  if (head.length < 10) throw new UnknownStructure('not a whole ID3 tag')
  const [version, flags] = [head.readUInt8(3), head.readUInt8(5)]
  // Extended headers contain checksums, footers repeat the header; both are rare, and so is the version without `PRIV`.
  if ((version !== 3 && version !== 4) || flags !== 0) throw new UnknownStructure('an unusual ID3 tag')
  const size = fromSyncsafe(head.subarray(6))
  const frames = readFrames(await file.read(10, size), version)
  const present = frames.find(isXmp)
  return xmpCarrier({
    packet: present?.data.subarray(owner.length) ?? null,
    manifest: frames.find(({ id, data }) => id === 'GEOB' && data.includes('c2pa'))?.data ?? null,
    put(packet) {
      const kept = frames.filter((frame) => !isXmp(frame)).map(({ bytes }) => bytes)
      const body = Buffer.concat([...kept, frameOf(version, packet)])
      const padding = Buffer.alloc(Math.max(0, size - body.length))
      return [{ at: 0, remove: 10 + size, insert: tagOf(version, Buffer.concat([body, padding])) }]
    },
  })
}

const isXmp = ({ id, data }: Frame) => id === 'PRIV' && data.subarray(0, owner.length).equals(owner)

function readFrames(body: Buffer, version: 3 | 4): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 10 <= body.length && body[at] !== 0;) {
    const id = body.toString('latin1', at, at + 4)
    const length = version === 4 ? fromSyncsafe(body.subarray(at + 4, at + 8)) : body.readUInt32BE(at + 4)
    const end = at + 10 + length
    if (!/^[A-Z0-9]{4}$/.test(id) || end > body.length) throw new UnknownStructure('not a frame of an ID3 tag')
    const frame = { id, bytes: body.subarray(at, end), data: body.subarray(at + 10, end) }
    // The second byte of the flags: compressed, encrypted, grouped.
    if (isXmp(frame) && body[at + 9] !== 0) throw new UnknownStructure('an XMP packet that is not plain')
    frames.push(frame)
    at = end
  }
  return frames
}

function frameOf(version: 3 | 4, packet: Buffer): Buffer {
  const length = owner.length + packet.length
  const size = bigEndian(version === 4 ? toSyncsafe(length) : length)
  return Buffer.concat([Buffer.from('PRIV'), size, Buffer.alloc(2), owner, packet])
}

function tagOf(version: 3 | 4, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, 0]), bigEndian(toSyncsafe(body.length)), body])
}

/** Numbers of 28 bits in bytes of 7, so that no byte looks like the start of a sound frame. */
function fromSyncsafe(bytes: Buffer): number {
  if (bytes.some((byte) => byte > 0x7f)) throw new UnknownStructure('not a size of an ID3 tag')
  return bytes.reduce((sum, byte) => sum * 128 + byte, 0)
}

function toSyncsafe(value: number): number {
  if (value >= 2 ** 28) throw new UnknownStructure('the ID3 tag would be too big')
  return ((value & 0xfe0_0000) << 3) | ((value & 0x1f_c000) << 2) | ((value & 0x3f80) << 1) | (value & 0x7f)
}
