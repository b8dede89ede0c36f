import { UnknownStructure } from './source.ts'
import type { SourceType } from '../tasks.ts'
import { parseSourceType, uriOf } from './source-type.ts'
import { littleEndian } from './uint32.ts'

/** The name of the mark in files with plain comments or tags instead of XMP. */
export const commentName = 'DIGITALSOURCETYPE'

export type Comments = { found: SourceType | null; add(type: SourceType): Buffer }

/** Reads the comments of a FLAC, Vorbis or Opus file. Whatever follows them is kept. */
export function readComments(block: Buffer): Comments {
  let found: SourceType | null = null
  let at = 0
  const take = (): Buffer => {
    if (at + 4 > block.length) throw new UnknownStructure('not a list of comments')
    const end = at + 4 + block.readUInt32LE(at)
    if (end > block.length) throw new UnknownStructure('not a comment')
    const bytes = block.subarray(at + 4, end)
    at = end
    return bytes
  }
  take()
  const countAt = at
  if (countAt + 4 > block.length) throw new UnknownStructure('not a list of comments')
  const count = block.readUInt32LE(countAt)
  at += 4
  for (let index = 0; index < count; index += 1) {
    const [name, value] = split(take())
    if (name === commentName) found ??= parseSourceType(value)
  }
  const end = at
  return {
    found,
    add(type) {
      const comment = Buffer.from(`${commentName}=${uriOf(type)}`)
      const parts = [
        block.subarray(0, countAt),
        littleEndian(count + 1),
        block.subarray(countAt + 4, end),
        littleEndian(comment.length),
        comment,
      ]
      return Buffer.concat([...parts, block.subarray(end)])
    },
  }
}

/** The comments of a file that has none. */
export const noComments = Buffer.concat([littleEndian(7), Buffer.from('Quartet'), littleEndian(0)])

function split(comment: Buffer): [name: string, value: string] {
  const [name = '', ...value] = comment.toString('utf8').split('=')
  return [name.toUpperCase(), value.join('=')]
}
