import { type Source, UnknownStructure } from './source.ts'
import { readComments } from './vorbis-comments.ts'
import type { Carrier } from './xmp.ts'

const headBytes = 27
/** Comments come in the second packet of a stream; other streams may begin before. */
const maxPages = 8
const beginnings = ['OpusTags', '\x03vorbis']

/** The mark of an Ogg file is a comment. The page of the comments grows, and no other page changes. */
export async function openOgg(file: Source): Promise<Carrier> {
  for (let at = 0, page = 0; page < maxPages; page += 1) {
    const head = await file.read(at, headBytes)
    if (head.toString('latin1', 0, 4) !== 'OggS') throw new UnknownStructure('not a page of an Ogg file')
    const table = await file.read(at + headBytes, head.readUInt8(26))
    const length = table.reduce((sum, size) => sum + size, 0)
    const content = await file.read(at + headBytes + table.length, length)
    const beginning = beginnings.find((text) => content.toString('latin1', 0, text.length) === text)
    if (beginning !== undefined) {
      const last = table.findIndex((size) => size < 255)
      if (last < 0) throw new UnknownStructure('comments of several pages')
      const packetLength = last * 255 + (table[last] ?? 0)
      const comments = readComments(content.subarray(beginning.length, packetLength))
      const [place, size] = [at, headBytes + table.length + length]
      return {
        found: comments.found,
        mark(type) {
          const packet = Buffer.concat([Buffer.from(beginning, 'latin1'), comments.add(type)])
          const lacing = Buffer.concat([lacingOf(packet.length), table.subarray(last + 1)])
          return [{ at: place, remove: size, insert: pageOf(head, lacing, Buffer.concat([packet, content.subarray(packetLength)])) }]
        },
      }
    }
    at += headBytes + table.length + length
  }
  throw new UnknownStructure('an Ogg file without comments')
}

const lacingOf = (length: number) => Buffer.from([...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255])

function pageOf(head: Buffer, lacing: Buffer, content: Buffer): Buffer {
  if (lacing.length > 255) throw new UnknownStructure('the comments do not fit into their page')
  const page = Buffer.concat([head, lacing, content])
  page.writeUInt8(lacing.length, 26)
  page.writeUInt32LE(0, 22)
  page.writeUInt32LE(checksum(page), 22)
  return page
}

/** The CRC of Ogg: that of zlib without reflection, start value and final inversion. */
function checksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1
  }
  return sum >>> 0
}
