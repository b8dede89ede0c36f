import type { Edit } from './edit.ts'
import { type Element, elementOf, elementsIn, readElement, sizeIn } from './ebml.ts'
import { countSteps, type Source, UnknownStructure } from './source.ts'
import type { SourceType } from '../tasks.ts'
import { parseSourceType, uriOf } from './source-type.ts'
import { commentName } from './vorbis-comments.ts'
import type { Carrier } from './xmp.ts'

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  simpleTag: 0x67c8,
  name: 0x45a3,
  text: 0x4487,
  void: 0xec,
  crc: 0xbf,
}

/**
 * The mark of a WebM is a tag. Positions of clusters are stored all over the file, so the tags are added at its end, and named in the seek
 * head if there is room.
 */
export async function openMatroska(file: Source): Promise<Carrier> {
  const header = await readElement(file, 0, file.size)
  if (header.id !== ids.header || header.size === null) throw new UnknownStructure('not a Matroska file')
  const segment = await readElement(file, header.data + header.size, file.size)
  const end = segment.data + (segment.size ?? file.size - segment.data)
  if (segment.id !== ids.segment || end > file.size) throw new UnknownStructure('not a whole segment')

  const step = countSteps()
  let found: SourceType | null = null
  let seekHead: { element: Element; content: Buffer; end: number } | null = null
  for (let at = segment.data; at < end;) {
    step()
    const element = await readElement(file, at, end)
    // A cluster of unknown size ends where the next one begins; its content is walked through like that of the segment.
    if (element.size === null && element.id !== ids.cluster) throw new UnknownStructure('an element of unknown size')
    at = element.data + (element.size ?? 0)
    if (at > end) throw new UnknownStructure('not a whole element')
    if (element.id === ids.tags) found ??= sourceTypeIn(await file.read(element.data, at - element.data))
    if (element.id === ids.seekHead) seekHead ??= { element, content: await file.read(element.data, at - element.data), end: at }
    if (element.id === ids.void && element.at === seekHead?.end) seekHead.end = at
  }
  return {
    found,
    mark(type) {
      const tags = tagsOf(type)
      const named = seekHead ? nameTags(seekHead, end - segment.data) : []
      return [...grow(segment, tags.length), ...named, { at: end, remove: 0, insert: tags }]
    },
  }
}

function sourceTypeIn(tags: Buffer): SourceType | null {
  const childrenOf = (block: Buffer, id: number) => elementsIn(block).filter((element) => element.id === id)
  for (const { content } of childrenOf(tags, ids.tag).flatMap((tag) => childrenOf(tag.content, ids.simpleTag))) {
    const [name] = childrenOf(content, ids.name)
    const [text] = childrenOf(content, ids.text)
    const type = name?.content.toString() === commentName && text ? parseSourceType(text.content.toString()) : null
    if (type) return type
  }
  return null
}

function tagsOf(type: SourceType): Buffer {
  const simple = elementOf(ids.simpleTag, [elementOf(ids.name, Buffer.from(commentName)), elementOf(ids.text, Buffer.from(uriOf(type)))])
  return elementOf(ids.tags, elementOf(ids.tag, [elementOf(ids.targets, []), simple]))
}

/** Rewrites the size of the segment in its own width. */
function grow({ at, data, size }: Element, by: number): Edit[] {
  if (size === null) return []
  const width = data - at - 4
  const insert = sizeIn(width, size + by)
  if (!insert) throw new UnknownStructure('no room for the size of the segment')
  return [{ at: at + 4, remove: width, insert }]
}

/** Adds the tags to the seek head if the free space after it suffices. Nothing moves. */
function nameTags({ element, content, end }: { element: Element; content: Buffer; end: number }, position: number): Edit[] {
  const where = Buffer.alloc(8)
  where.writeBigUInt64BE(BigInt(position))
  const id = Buffer.from(ids.tags.toString(16), 'hex')
  const entry = elementOf(ids.seek, [elementOf(ids.seekId, id), elementOf(ids.seekPosition, where)])
  // A checksum, always the first element, would no longer be right.
  const kept = elementsIn(content).flatMap((child) =>
    child.id === ids.crc ? [] : content.subarray(child.at, child.data + child.content.length),
  )
  const head = elementOf(ids.seekHead, [...kept, entry])
  const free = end - element.at - head.length
  const filler = free === 0 ? Buffer.alloc(0) : voidOf(free)
  return filler ? [{ at: element.at, remove: end - element.at, insert: Buffer.concat([head, filler]) }] : []
}

/** An element of free space with this total size; undefined if there is none. */
function voidOf(total: number): Buffer | undefined {
  const width = total < 9 ? 1 : 8
  const size = total < 2 ? undefined : sizeIn(width, total - 1 - width)
  return size && Buffer.concat([Buffer.from([ids.void]), size, Buffer.alloc(total - 1 - width)])
}
