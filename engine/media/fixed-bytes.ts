/**
 * Replaces timestamps and random values that the muxers write, so that the same job gives the same bytes. Both functions change the bytes
 * in place and return them.
 */

const containers = new Set(['moov', 'trak', 'mdia'])
const dated = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Clears the creation and modification times of an MP4 file. */
export function undateMp4(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const visit = (from: number, to: number) => {
    for (let at = from; at + 8 <= to;) {
      const size = view.getUint32(at)
      const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
      const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? to - at : size
      if (length < 8) return
      if (containers.has(type)) visit(at + 8, at + length)
      // A version byte and flags, then both times: 32 bits each in version 0, else 64.
      if (dated.has(type)) bytes.fill(0, at + 12, at + 12 + (bytes[at + 8] === 0 ? 8 : 16))
      at += length
    }
  }
  visit(0, bytes.length)
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value & 0x80000000 ? 0x04c11db7 : 0)
  return value >>> 0
})

function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let index = from; index < to; index += 1) crc = (crc << 8) ^ (crcTable[((crc >>> 24) ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  return crc >>> 0
}

/** Gives the only stream of an Ogg file the serial number 1. */
export function numberOgg(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 27 <= bytes.length;) {
    if (view.getUint32(at) !== 0x4f676753) throw new Error('not an Ogg page')
    const segments = bytes[at + 26] ?? 0
    let length = 27 + segments
    for (let index = 0; index < segments; index += 1) length += bytes[at + 27 + index] ?? 0
    view.setUint32(at + 14, 1, true)
    view.setUint32(at + 22, 0, true)
    view.setUint32(at + 22, crcOf(bytes, at, at + length), true)
    at += length
  }
  return bytes
}
