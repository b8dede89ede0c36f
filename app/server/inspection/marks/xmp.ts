import type { Edit } from './edit.ts'
import { UnknownStructure } from './source.ts'
import type { SourceType } from '../tasks.ts'
import { parseSourceType, uriOf } from './source-type.ts'

/** The metadata of an open file: its mark, and the edits that write one. */
export type Carrier = { found: SourceType | null; mark(type: SourceType): Edit[] }

export type XmpPlace = {
  /** The XMP packet of the file. */
  packet: Buffer | null
  /** The C2PA manifests of the file, or a part of them. */
  manifest: Buffer | null
  /** Returns the edits that write a packet, instead of the present one if there is one. */
  put(packet: Buffer): Edit[]
}

/** A file whose mark is a property of its XMP packet, or a statement of its signed C2PA manifest. */
export function xmpCarrier({ packet, manifest, put }: XmpPlace): Carrier {
  // The patterns are ASCII. Read as Latin-1, all other bytes stay as they are, in whatever encoding.
  const xmp = packet && packet.toString('latin1')
  return {
    found: (xmp === null ? null : sourceTypeInXmp(xmp)) ?? (manifest && sourceTypeInManifest(manifest)),
    mark: (type) => put(xmp === null ? Buffer.from(newPacket(type)) : Buffer.from(withSourceType(xmp, type), 'latin1')),
  }
}

const namespace = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/'
const property = (type: SourceType) => `<Iptc4xmpExt:DigitalSourceType>${uriOf(type)}</Iptc4xmpExt:DigitalSourceType>`

function newPacket(type: SourceType): string {
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${namespace}">${property(type)}</rdf:Description>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('')
}

// None of these patterns can cross a `<`, so a hostile packet takes linear time.
const elements = /<([A-Za-z_][\w.-]{0,60}):DigitalSourceType\b([^<>]*)(?:\/>|>([^<]*)<\/\1:DigitalSourceType[ \t\r\n]*>)/g
const descriptions = /<[A-Za-z_][\w.-]{0,60}:Description\b[^<>]*>/g
const attributes = /[ \t\r\n][A-Za-z_][\w.-]{0,60}:DigitalSourceType[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')/g
const about = /[ \t\r\n](?:[A-Za-z_][\w.-]{0,60}:)?about[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/
const ends = /<\/([A-Za-z_][\w.-]{0,60}):RDF[ \t\r\n]*>/g

function sourceTypeInXmp(xmp: string): SourceType | null {
  const inElements = [...xmp.matchAll(elements)].flatMap(([, , given = '', content = '']) => [content, ...quotedIn(given)])
  const inAttributes = [...xmp.matchAll(descriptions)].flatMap(([tag]) => tag.match(attributes) ?? []).flatMap(quotedIn)
  const types = [...inElements, ...inAttributes].map(parseSourceType)
  return types.find((type) => type !== null) ?? null
}

/** The quoted values in the attributes of an element: a URI may be written as `rdf:resource`. */
const quotedIn = (text: string) => [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '')

/** Adds the property to a packet, and removes any other value of it. */
function withSourceType(xmp: string, type: SourceType): string {
  const cleared = xmp.replace(elements, '').replace(descriptions, (tag) => tag.replace(attributes, ''))
  const end = [...cleared.matchAll(ends)].at(-1)
  if (!end) throw new UnknownStructure('the XMP packet has no end')
  const [, rdf] = end
  // All descriptions of a packet must be about the same resource.
  const resource = [...cleared.matchAll(descriptions)].map(([tag]) => about.exec(tag)?.[1]).find((value) => value !== undefined) ?? '""'
  const description = `<${rdf}:Description ${rdf}:about=${resource} xmlns:Iptc4xmpExt="${namespace}">${property(type)}</${rdf}:Description>`
  return cleared.slice(0, end.index) + description + cleared.slice(end.index)
}

/** Finds the source type of an action. Manifests are CBOR, where one to three bytes give the length of a text. */
function sourceTypeInManifest(manifest: Buffer): SourceType | null {
  const types = manifest
    .toString('latin1')
    .matchAll(/digitalSourceType[^]{1,3}(https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/\w+)/g)
  for (const [, uri = ''] of types) {
    const type = parseSourceType(matched(uri))
    if (type) return type
  }
  return null
}

/** Cuts off letters of the next CBOR item, whose first byte may look like one. */
const matched = (uri: string) => /^.*?\/(?:compositeWithT|t)rainedAlgorithmicMedia/.exec(uri)?.[0] ?? uri
