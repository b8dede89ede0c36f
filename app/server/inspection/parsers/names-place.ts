import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Tasks } from '../tasks.ts'

/** Whether the metadata of a result name a place. A false alarm only makes a copy without metadata. */
export async function namesPlace({ path, mediaType }: Tasks['namesPlace']): Promise<boolean> {
  if (!mediaType.startsWith('image/')) return placeInMedia(path)
  return (await placeInMedia(path)) || (await placeInFurtherPictures(path)) || placeInPicture(path)
}

async function placeInPicture(path: string): Promise<boolean> {
  const { exif, iptc, xmp } = await sharp(path, { limitInputPixels: false, failOn: 'none' }).metadata()
  return (exif !== undefined && placeInExif(exif)) || iptc !== undefined || (xmp !== undefined && placeInXmp.test(xmp.toString('latin1')))
}

/** Looks in each block of EXIF: a photo may contain other ones, such as a preview, which have metadata of their own. */
async function placeInFurtherPictures(path: string): Promise<boolean> {
  const file = await readFile(path)
  let blocks = 0
  for (let at = file.indexOf(prefix); at >= 0; at = file.indexOf(prefix, at + 1)) {
    blocks += 1
    if (blocks > mostBlocks || placeInExif(file.subarray(at, at + longestExif))) return true
  }
  return false
}

/** Drones write `GpsLatitude`. */
const placeInXmp = /G[Pp][Ss](?:Latitude|Longitude)|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core:|Ext:)(?:Location|CountryCode|City)/

/** The tag of the GPS directory. */
const gps = 0x8825
/** Bytes of an entry of a directory, and of what precedes the TIFF header. */
const [entryBytes, prefix] = [12, Buffer.from('Exif\0\0')]
/** Bytes of a segment of JPEG, which is the longest block. */
const longestExif = 64 * 1024
/** A file with more of them was not made by a camera. */
const mostBlocks = 100

/** Looks for the GPS directory in the first one. */
function placeInExif(exif: Buffer): boolean {
  const tiff = exif.subarray(0, prefix.length).equals(prefix) ? exif.subarray(prefix.length) : exif
  if (tiff.length < 8) return false
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < read16(first); entry += 1) if (read16(first + 2 + entry * entryBytes) === gps) return true
  return false
}

/**
 * Names of places in MP4 (by Android, Apple and 3GPP), Matroska and Vorbis comments, in further packets of XMP and in texts of PNG. Phones
 * append a short film to a photo. Action cameras, drones and dashcams record a track of places (`gpmd`, `djmd`,
 * `freeGPS`). A raw profile is metadata in hexadecimal digits, which may be compressed.
 */
const placeInTags =
  /\xa9xyz[^]{4,24}?[+-]\d|location\.ISO6709|loci\0\0\0\0|LOCATION|location=|G[Pp][Ss]Latitude|Raw profile type|(?:gpmd|djmd)\0{6}|freeGPS|E\xa3[\x80-\xff](?:[Ll]ocation|GPS)/
/** Characters that a name can extend over. */
const overlap = 64

async function placeInMedia(path: string): Promise<boolean> {
  let last = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1024 * 1024 })) {
    const text = last + String(chunk)
    if (placeInTags.test(text)) return true
    last = text.slice(-overlap)
  }
  return false
}
