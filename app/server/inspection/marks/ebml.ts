import { type Source, UnknownStructure } from './source.ts'

/** An element of Matroska. `size` is that of its content; null if unknown. */
export type Element = { id: number; at: number; data: number; size: number | null }

/** Bytes of the longest head: an id of 4 and a size of 8. */
const longestHead = 12

export async function readElement(file: Source, at: number, end: number): Promise<Element> {
  return parseElement(await file.read(at, Math.min(longestHead, end - at)), 0, at)
}

/** The elements in a block. */
export function elementsIn(block: Buffer): (Element & { content: Buffer })[] {
  const elements: (Element & { content: Buffer })[] = []
  for (let at = 0; at < block.length;) {
    const element = parseElement(block, at, 0)
    const end = element.data + (element.size ?? Number.POSITIVE_INFINITY)
    if (end > block.length) throw new UnknownStructure('not a whole element')
    elements.push({ ...element, content: block.subarray(element.data, end) })
    at = end
  }
  return elements
}

function parseElement(bytes: Buffer, at: number, offset: number): Element {
  const idLength = widthOf(bytes, at)
  const sizeLength = widthOf(bytes, at + idLength)
  if (idLength > 4 || at + idLength + sizeLength > bytes.length) throw new UnknownStructure('not an element')
  const id = bytes.readUIntBE(at, idLength)
  const marked = Buffer.alloc(8)
  bytes.copy(marked, 8 - sizeLength, at + idLength, at + idLength + sizeLength)
  const bits = 7n * BigInt(sizeLength)
  const value = BigInt.asUintN(Number(bits), marked.readBigUInt64BE(0))
  const data = offset + at + idLength + sizeLength
  return { id, at: offset + at, data, size: value === (1n << bits) - 1n ? null : Number(value) }
}

/** The leading zero bits of a number give its width in bytes. */
function widthOf(bytes: Buffer, at: number): number {
  const first = bytes[at]
  if (first === undefined || first === 0) throw new UnknownStructure('not an element')
  return Math.clz32(first) - 23
}

/** Writes a size in as many bytes; undefined if it does not fit. */
export function sizeIn(width: number, size: number): Buffer | undefined {
  if (size > 2 ** (7 * width) - 2) return undefined
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(size) | (1n << (7n * BigInt(width))))
  return bytes.subarray(8 - width)
}

/** Writes an element. */
export function elementOf(id: number, content: Buffer | Buffer[]): Buffer {
  const data = Array.isArray(content) ? Buffer.concat(content) : content
  const size = sizeIn(data.length < 127 ? 1 : 8, data.length)
  if (!size) throw new UnknownStructure('too much for an element')
  return Buffer.concat([Buffer.from(id.toString(16).padStart(2, '0'), 'hex'), size, data])
}
