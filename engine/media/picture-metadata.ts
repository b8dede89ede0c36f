import { crc32 } from 'node:zlib'

export const generatorName = 'Quartet Sketch'

/** The metadata of a picture. Without a prompt it names the generator and the seed only. */
export type PictureOrigin = { seed: number; prompt: string | null; options: Record<string, string | number | boolean> | null }

const namespace = 'urn:quartet:sketch:'

/** An XMP packet, which picture viewers understand in every format. */
export function xmpOf({ seed, prompt, options }: PictureOrigin): string {
  const description = prompt
    ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(prompt)}</rdf:li></rdf:Alt></dc:description>`
    : ''
  const settings = options ? `<quartet:options>${escaped(JSON.stringify(options))}</quartet:options>` : ''
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ` xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:quartet="${namespace}">`,
    `<xmp:CreatorTool>${generatorName}</xmp:CreatorTool>`,
    // The IPTC term for a picture made by rules, not by a model trained on other people's work.
    '<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia</Iptc4xmpExt:DigitalSourceType>',
    `<quartet:seed>${seed}</quartet:seed>${description}${settings}`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('')
}

/** The seed of a picture made by this engine, or null. */
export function seedIn(xmp: string): number | null {
  const found = /<quartet:seed>(\d{1,10})<\/quartet:seed>/.exec(xmp)
  return found && xmp.includes(namespace) ? Number(found[1]) : null
}

/** Adds text chunks to a PNG, where image viewers and generators look for them. */
export function withPngText(png: Buffer, { seed, prompt, options }: PictureOrigin): Buffer {
  const texts = [
    textChunk('Software', generatorName),
    textChunk('Seed', String(seed)),
    ...(prompt ? [textChunk('Description', prompt)] : []),
    ...(options ? [textChunk('Comment', JSON.stringify(options))] : []),
  ]
  // The signature and the header chunk come first.
  const afterHeader = 8 + 12 + png.readUInt32BE(8)
  return Buffer.concat([png.subarray(0, afterHeader), ...texts, png.subarray(afterHeader)])
}

/** Writes Latin text into `tEXt`, which all readers know, and other text into `iTXt` as UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  // The chunk’s own definition of Latin-1.
  return /^[\n\u0020-\u007e\u00a0-\u00ff]*$/.test(text)
    ? chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    : chunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const result = Buffer.alloc(body.length + 8)
  result.writeUInt32BE(data.length, 0)
  body.copy(result, 4)
  result.writeUInt32BE(crc32(body), body.length + 4)
  return result
}

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // Characters that XML cannot represent.
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
