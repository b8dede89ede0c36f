import type { Converted } from '../converted-types.ts'
import type { KnownFormat } from '../known-formats.ts'
import { headBytes } from '../sniff-medium.ts'

type MediaFormat = { type: 'image' | 'video'; mediaType: Converted; isWide: false } | { refused: KnownFormat | 'animated' }

type Signature = { at?: number; bytes: string; also?: { at: number; bytes: string }; is: MediaFormat }

const converted = (mediaType: Converted): MediaFormat => ({
  type: mediaType.startsWith('image/') ? 'image' : 'video',
  mediaType,
  isWide: false,
})
const refused = (name: string, saveAs: readonly string[]): MediaFormat => ({ refused: { cause: 'format', name, saveAs: [...saveAs] } })
const image = (name: string) => refused(name, ['JPEG', 'PNG'])
const sound = (name: string) => refused(name, ['MP3', 'WAV'])
const film = (name: string) => refused(name, ['MP4'])

const brand = (name: string, is: MediaFormat): Signature => ({ at: 4, bytes: `ftyp${name}`, is })

const signatures: readonly Signature[] = [
  ...['heic', 'heix', 'heim', 'heis'].map((name) => brand(name, converted('image/heic'))),
  ...['hevc', 'hevx', 'msf1', 'avis'].map((name) => brand(name, { refused: 'animated' })),
  brand('crx ', image('CR3')),
  { bytes: 'II*\0', also: { at: 8, bytes: 'CR' }, is: image('CR2') },
  { bytes: 'FUJIFILMCCD-RAW', is: image('RAF') },
  { bytes: 'II*\0', is: converted('image/tiff') },
  { bytes: 'MM\0*', is: converted('image/tiff') },
  { bytes: 'BM', also: { at: 6, bytes: '\0\0\0\0' }, is: image('BMP') },
  { bytes: '\0\0\0\x0cjP  ', is: image('JPEG 2000') },
  { bytes: '\0\0\0\x0cJXL ', is: image('JPEG XL') },
  { bytes: '\xff\x0a', is: image('JPEG XL') },
  { bytes: '\0\0\x01\0', is: image('ICO') },
  { bytes: '#!AMR', is: sound('AMR') },
  { bytes: 'FORM', also: { at: 8, bytes: 'AIF' }, is: sound('AIFF') },
  { bytes: 'caff\0\x01', is: sound('CAF') },
  { bytes: 'MThd\0\0\0\x06', is: sound('MIDI') },
  { bytes: 'wvpk', also: { at: 9, bytes: '\x04' }, is: sound('WavPack') },
  { bytes: 'MAC \x96\x0f\0\0', is: sound('APE') },
  { bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11', is: refused('Windows Media', ['MP4', 'MP3']) },
  { bytes: 'RIFF', also: { at: 8, bytes: 'AVI ' }, is: film('AVI') },
  { bytes: 'FLV\x01', is: film('FLV') },
  { bytes: '\0\0\x01\xba', is: film('MPEG') },
  { bytes: '.RMF\0', is: refused('RealMedia', ['MP4', 'MP3']) },
]

/** Recognizes media by their first bytes that are converted, or refused by their name. */
export function mediaFormat(head: Uint8Array): MediaFormat | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (text.startsWith('ftypmif1', 4)) return genericImage(text)
  const known = signatures.find(({ at = 0, bytes, also }) => text.startsWith(bytes, at) && (!also || text.startsWith(also.bytes, also.at)))
  if (known) return known.is
  if (head.subarray(0, 4).some((byte) => byte < 9) && atoms.includes(text.slice(4, 8))) return converted('video/quicktime')
  return isTransportStream(head) ? converted('video/mp2t') : undefined
}

/** Atoms with which films of QuickTime began before the format had a signature. Their size comes first, which is no text. */
const atoms = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/** An image of the generic brand names its codec among the compatible brands. */
function genericImage(text: string): MediaFormat | undefined {
  const brands = text.slice(16, Math.min(headBytes, text.charCodeAt(3)))
  return brands.includes('avif') ? undefined : converted('image/heic')
}

/** Lengths of the packets of transport streams, and the places of their first mark. */
const packets = [
  { length: 188, first: 0 },
  { length: 192, first: 4 },
]
const fewestMarks = 3
const mark = 0x47

/** Every packet of a transport stream begins with the same mark, which is a letter of texts. */
function isTransportStream(head: Uint8Array): boolean {
  if (!head.includes(0)) return false
  return packets.some(({ length, first }) => {
    const marks = Math.floor((head.length - first - 1) / length) + 1
    return marks >= fewestMarks && Array.from({ length: marks }, (_, index) => head[first + index * length]).every((byte) => byte === mark)
  })
}
