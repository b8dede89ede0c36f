import type { Edit } from './edit.ts'
import { countSteps, type Source, UnknownStructure } from './source.ts'
import { noComments, readComments } from './vorbis-comments.ts'
import type { Carrier } from './xmp.ts'

const vorbisComment = 4
const lastFlag = 0x80

/** The mark of a FLAC is a comment. */
export async function openFlac(file: Source): Promise<Carrier> {
  const step = countSteps()
  const first = (await file.read(4, 1)).readUInt8(0)
  const afterFirst = 8 + (await file.read(5, 3)).readUIntBE(0, 3)
  if ((first & ~lastFlag) !== 0) throw new UnknownStructure('a FLAC without its first block')
  for (let at = 4, flags = 0; (flags & lastFlag) === 0;) {
    step()
    const head = await file.read(at, 4)
    const length = head.readUIntBE(1, 3)
    flags = head.readUInt8(0)
    if ((flags & ~lastFlag) === vorbisComment) {
      const comments = readComments(await file.read(at + 4, length))
      const [place, size] = [at, 4 + length]
      return { found: comments.found, mark: (type) => [{ at: place, remove: size, insert: blockOf(flags, comments.add(type)) }] }
    }
    at += 4 + length
    if (at > file.size) throw new UnknownStructure('not a whole FLAC')
  }
  // The new block becomes the last one if the first was.
  const notLast: Edit = { at: 4, remove: 1, insert: Buffer.from([first & ~lastFlag]) }
  const comments = readComments(noComments)
  return {
    found: null,
    mark: (type) => [notLast, { at: afterFirst, remove: 0, insert: blockOf(vorbisComment | (first & lastFlag), comments.add(type)) }],
  }
}

function blockOf(flags: number, data: Buffer): Buffer {
  if (data.length > 0xff_ffff) throw new UnknownStructure('too many comments for a FLAC')
  const head = Buffer.from([flags, 0, 0, 0])
  head.writeUIntBE(data.length, 1, 3)
  return Buffer.concat([head, data])
}
