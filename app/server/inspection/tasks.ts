import * as v from 'valibot'
import type { Locale } from '#config'
import { fileKinds } from '#app/contract/base/values.ts'
import { type Converted, convertedTypes } from './converted-types.ts'
import { mediumTypes } from './sniff-medium.ts'

/** A file: its path or, if it was never written to a disk, its bytes. */
export type GivenFile = string | Uint8Array

export type Fit = {
  width: number
  height: number
  /** `inside` keeps the shape and never enlarges; `cover` fills the size and cuts off the rest. */
  fit: 'inside' | 'cover'
}
export type MaskStyle = 'see-through' | 'white' | 'black'
export type StillPaths = { file: string; poster: string; thumbnail: string }

/** The tasks of the child. Answers are facts about a file; the callers decide what they mean. */
export type Tasks = {
  /** Recognizes a file by its first bytes; null if no model accepts it. */
  sniffContainer: { head: Uint8Array }
  /** Reads the header of a picture and, if it has no more than `decodes` pixels, the rest too: a truncated one is refused. */
  measurePicture: { file: GivenFile; decodes?: number }
  /** Measures a sound or a film by its packets. */
  measureMedia: { path: string }
  countPages: { path: string }
  /** Reads the texts of the first pages of a PDF, until they have so many characters. */
  readPages: { path: string; most: number }
  /** Writes the sizes of a WAV that its recorder left out or had to guess. */
  mendWave: { path: string }
  /** Writes a file to `to` in a format that browsers and services read, without its metadata. */
  convert: { path: string; to: string; mediaType: Converted; maxPixels: number }
  /** Reads a text of any encoding and writes it to `to` as clean UTF-8, unless it already is. */
  readText: { path: string; to: string; locale: Locale }
  /** Reads a document of an office program and writes its text to `to` as Markdown. */
  readOffice: { path: string; to: string; mediaType: PackedType }
  /** Draws a square without metadata; null if the file is of another type. */
  drawAvatar: { file: Uint8Array; types: readonly string[]; side: number; maxPixels: number }
  drawPlaceholder: { path: string }
  drawPreview: { file: Uint8Array }
  /** Turns a picture upright and scales it, without metadata: as JPEG, or as PNG if it is to keep its transparency. */
  redraw: { path: string; quality: number; isOpaque: boolean } & Fit
  drawMask: { path: string; width: number; height: number; style: MaskStyle }
  readMark: { path: string; mediaType: string }
  /** Plans the edits that mark a file as made by AI; null if its structure is unknown. */
  planMark: { path: string; mediaType: string; type: SourceType }
  /** Reads a result to its end and draws its stills. */
  inspectResult: { paths: StillPaths; kind: MediumKind }
  /** Whether the metadata of a result name a place. */
  namesPlace: { path: string; mediaType: string }
  /** Copies a result without its metadata. */
  copyClean: { from: string; to: string; mediaType: string }
  /** Reads the first seconds of a recording as WAV in one channel. */
  shortenSound: { path: string; seconds: number; sampleRate: number }
  /** Compresses the sound of a recording so that it fits into a number of bytes. */
  compressSound: { path: string; bytes: number }
  /** Writes a sound to `to` in another format. */
  encodeSound: { path: string; to: string; format: SoundFormat }
}

export type SoundFormat = 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm'

const mediumKinds = ['image', 'audio', 'video'] as const
export type MediumKind = (typeof mediumKinds)[number]

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const side = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array)
const size = v.object({ width: side, height: side })
/** The terms of the IPTC for media made by AI: from a prompt alone, and from a prompt together with other media. */
const sourceType = v.picklist(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'])
export type SourceType = v.InferOutput<typeof sourceType>

/** Containers whose documents are recognized by their parts. */
const packedTypes = ['application/zip', 'application/x-cfb', 'application/rtf'] as const
export type PackedType = (typeof packedTypes)[number]
const officeTypes = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'rtf'] as const
/** A format that no model accepts. */
const known = v.object({
  cause: v.picklist(['archive', 'program', 'format']),
  name: v.pipe(v.string(), v.maxLength(20)),
  saveAs: v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(4)),
})

/** Parses the answers: a parser that a file has taken over may send anything. */
export const answers = {
  sniffContainer: v.nullable(
    v.union([
      v.object({
        type: v.picklist(fileKinds),
        mediaType: v.picklist([...mediumTypes, ...convertedTypes, 'application/pdf', 'text/plain', ...packedTypes]),
        /** Whether a text has two bytes a character. */
        isWide: v.optional(v.boolean()),
      }),
      v.object({ refused: v.union([v.literal('animated'), known]) }),
    ]),
  ),
  measurePicture: v.object({ ...size.entries, frames: count }),
  /** `mediaType`: that of a sound whose first bytes may be tags. */
  measureMedia: v.object({
    video: v.nullable(size),
    hasAudio: v.boolean(),
    seconds: v.pipe(v.number(), v.finite()),
    mediaType: v.optional(v.picklist(mediumTypes)),
  }),
  countPages: v.union([v.object({ pages: count }), v.object({ refused: v.literal('password') })]),
  readPages: v.union([v.object({ pages: v.array(v.string()), isWhole: v.boolean() }), v.object({ refused: v.literal('password') })]),
  mendWave: v.boolean(),
  convert: v.union([
    v.object({ type: v.picklist(mediumKinds), mediaType: v.picklist(mediumTypes) }),
    v.object({ refused: v.picklist(['pages', 'pixels']) }),
  ]),
  readText: v.union([v.object({ isConverted: v.boolean() }), v.object({ refused: v.picklist(['empty', 'binary', 'encoding']) })]),
  readOffice: v.union([
    v.object({ format: v.picklist(officeTypes) }),
    v.object({ refused: v.union([v.picklist(['password', 'damaged', 'without_text', 'too_much']), known]) }),
  ]),
  drawAvatar: v.nullable(bytes),
  drawPlaceholder: v.nullable(v.pipe(v.string(), v.startsWith('data:image/webp;base64,'), v.maxLength(400))),
  drawPreview: v.nullable(v.pipe(v.string(), v.startsWith('data:image/webp;base64,'), v.maxLength(2_000))),
  redraw: v.object({ ...size.entries, bytes }),
  /** `shape`: the mask has another shape; `empty`: it leaves nothing to change. */
  drawMask: v.union([v.object({ bytes }), v.object({ refused: v.picklist(['shape', 'empty']) })]),
  readMark: v.nullable(sourceType),
  planMark: v.nullable(v.object({ size: count, edits: v.array(v.object({ at: count, remove: count, insert: bytes })) })),
  /** Null if the result is of another kind. */
  inspectResult: v.nullable(
    v.object({
      mediaType: v.picklist(mediumTypes),
      width: v.nullable(side),
      height: v.nullable(side),
      durationMs: v.nullable(count),
      stills: v.nullable(v.object({ poster: size, thumbnail: size })),
      peaks: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), v.maxLength(1_000))),
    }),
  ),
  namesPlace: v.boolean(),
  copyClean: v.literal(true),
  /** `isSound`: whether it is a sound, if this machine has no decoder for it. */
  shortenSound: v.union([v.object({ wave: bytes }), v.object({ isSound: v.boolean() })]),
  compressSound: bytes,
  encodeSound: v.literal(true),
} satisfies Record<keyof Tasks, v.GenericSchema>

export type TaskName = keyof Tasks
export type Answer<Name extends TaskName> = v.InferOutput<(typeof answers)[Name]>

/** How long a task may occupy its process: seconds for what people wait for, more for what reads a film to its end. */
export const laneOf: Record<TaskName, 'quick' | 'long'> = {
  sniffContainer: 'quick',
  measurePicture: 'quick',
  measureMedia: 'quick',
  countPages: 'quick',
  readPages: 'long',
  mendWave: 'quick',
  convert: 'long',
  readText: 'quick',
  readOffice: 'long',
  drawAvatar: 'quick',
  drawPlaceholder: 'quick',
  drawPreview: 'quick',
  redraw: 'quick',
  drawMask: 'quick',
  readMark: 'quick',
  planMark: 'quick',
  inspectResult: 'long',
  namesPlace: 'long',
  copyClean: 'long',
  shortenSound: 'long',
  compressSound: 'long',
  encodeSound: 'long',
}

export type TaskMessage<Name extends TaskName = TaskName> = { [N in Name]: { id: number; task: N; job: Tasks[N] } }[Name]

/** `ready` comes first; `beat` when the parser of a task is loaded, and while the task runs, unless it blocks the thread. */
export const childMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('beat'), isLoading: v.boolean(), cpuMs: v.number(), bytes: v.number() }),
  v.object({ type: v.literal('done'), id: v.number(), answer: v.unknown() }),
  v.object({ type: v.literal('failed'), id: v.number(), detail: v.string() }),
])
export type ChildMessage = v.InferInput<typeof childMessageSchema>
