/** All types that are recognized. */
export const mediumTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/wav',
  'audio/mpeg',
  'audio/flac',
  'audio/ogg',
  'audio/mp4',
  'audio/aac',
  'video/mp4',
  'video/webm',
] as const

type Found = { type: 'image' | 'audio' | 'video'; mediaType: (typeof mediumTypes)[number] }
type Signature = Found & { at?: number; bytes: string; also?: { at: number; bytes: string } }

/** Number of bytes that are examined. */
export const headBytes = 64

const signatures: readonly Signature[] = [
  { type: 'image', mediaType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image', mediaType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image', mediaType: 'image/gif', bytes: 'GIF8' },
  { type: 'image', mediaType: 'image/webp', bytes: 'RIFF', also: { at: 8, bytes: 'WEBP' } },
  { type: 'image', mediaType: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'audio', mediaType: 'audio/wav', bytes: 'RIFF', also: { at: 8, bytes: 'WAVE' } },
  { type: 'audio', mediaType: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio', mediaType: 'audio/flac', bytes: 'fLaC' },
  { type: 'audio', mediaType: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio', mediaType: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video', mediaType: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video', mediaType: 'video/webm', bytes: '\x1aE\xdf\xa3' },
]

/** Recognizes a file by its first bytes: a service's result or an upload. Its name and declared type are ignored. */
export function sniffMedium(head: Uint8Array): Found | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const known = signatures.find(({ at = 0, bytes, also }) => text.startsWith(bytes, at) && (!also || text.startsWith(also.bytes, also.at)))
  if (known) return { type: known.type, mediaType: known.mediaType }
  // The frames of raw AAC, and of an MP3 file without tags, begin with a run of set bits.
  const [first, second = 0] = head
  if (first === 0xff && (second & 0xf6) === 0xf0) return { type: 'audio', mediaType: 'audio/aac' }
  if (first === 0xff && (second & 0xe0) === 0xe0) return { type: 'audio', mediaType: 'audio/mpeg' }
  return undefined
}
