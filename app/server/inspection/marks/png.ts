import { crc32, inflateSync } from 'node:zlib'
import { countSteps, maxBlock, type Source, UnknownStructure } from './source.ts'
import { bigEndian } from './uint32.ts'
import { type Carrier, xmpCarrier } from './xmp.ts'

const keyword = 'XML:com.adobe.xmp\0'

/** Finds the text chunk with the XMP packet of a PNG. */
export async function openPng(file: Source): Promise<Carrier> {
  const step = countSteps()
  let text: { type: string; at: number; size: number; data: Buffer } | null = null
  let manifest: Buffer | null = null
  let afterHeader = 0
  for (let at = 8, type = ''; type !== 'IEND';) {
    step()
    const head = await file.read(at, 8)
    const length = head.readUInt32BE(0)
    const size = length + 12
    type = head.toString('latin1', 4)
    if (at + size > file.size || (at === 8 && type !== 'IHDR')) throw new UnknownStructure('not a whole PNG')
    if (type === 'IHDR') afterHeader = at + size
    if (/^(?:iTXt|tEXt|zTXt)$/.test(type) && length <= maxBlock) {
      const data = await file.read(at + 8, length)
      if (data.toString('latin1', 0, keyword.length) === keyword) text ??= { type, at, size, data }
    }
    if (type === 'caBX') manifest ??= await file.read(at + 8, Math.min(length, maxBlock))
    at += size
  }
  const { at, size } = text ?? { at: afterHeader, size: 0 }
  return xmpCarrier({
    packet: text && textOf(text),
    manifest,
    put: (packet) => [{ at, remove: size, insert: chunkOf(Buffer.concat([Buffer.from(`${keyword}\0\0\0\0`, 'latin1'), packet])) }],
  })
}

/** The packet in a text chunk: the standard one is `iTXt`, but libvips writes `zTXt`. */
function textOf({ type, data }: { type: string; data: Buffer }): Buffer {
  if (type === 'tEXt') return data.subarray(keyword.length)
  if (type === 'zTXt') return inflate(data.subarray(keyword.length + 1))
  // Compression and its method precede the language and the translated keyword.
  const language = data.indexOf(0, keyword.length + 2)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  if (translated < 0) throw new UnknownStructure('not a whole iTXt chunk')
  const text = data.subarray(translated + 1)
  return data[keyword.length] === 0 ? text : inflate(text)
}

function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: maxBlock })
  } catch (cause) {
    throw new UnknownStructure('not a compressed text', { cause })
  }
}

function chunkOf(data: Buffer): Buffer {
  const type = Buffer.from('iTXt')
  return Buffer.concat([bigEndian(data.length), type, data, bigEndian(crc32(data, crc32(type)))])
}
