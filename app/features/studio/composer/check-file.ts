import type { FileKind } from '#app/contract/base/values.ts'
import * as config from '#config'

/** Endings of text files, for which browsers know no type, or a wrong one: `.ts` is a video to them. */
const textEndings =
  'txt md markdown csv tsv json jsonl yaml yml toml ini log xml html css scss js mjs cjs jsx ts mts cts tsx py rb go rs java kt swift c h cpp hpp cs php sh bash ps1 sql r lua pl tex diff patch srt vtt'.split(
    ' ',
  )

/** Endings of documents whose text is read, and of older formats, which the server refuses by their name. */
const officeEndings = 'docx xlsx pptx odt ods odp rtf epub'.split(' ')
const olderEndings = 'doc xls ppt pages numbers key'.split(' ')

/** Endings of media for which many browsers know no type. */
const mediaEndings: Partial<Record<string, FileKind>> = {
  ...Object.fromEntries(['heic', 'heif', 'tif', 'tiff'].map((ending) => [ending, 'image'])),
  ...Object.fromEntries(['aac', 'amr', 'caf', 'flac', 'm4a', 'oga', 'opus'].map((ending) => [ending, 'audio'])),
  ...Object.fromEntries(['3gp', 'avi', 'm2ts', 'mkv', 'mov'].map((ending) => [ending, 'video'])),
}

/** File types for the browser's dialog. */
const offered: Record<FileKind, string> = {
  image: 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/heic,image/heif,image/tiff,.heic,.heif,.tif,.tiff',
  audio: 'audio/*',
  video: 'video/*,.mkv,.m2ts,.mts,.ts',
  text: `text/plain,text/markdown,text/csv,${[...textEndings, ...officeEndings].map((ending) => `.${ending}`).join(',')}`,
  document: 'application/pdf',
}
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.map((kind) => offered[kind]).join(',')

/** Returns the kind that a file claims to be. The server checks it; this only avoids pointless uploads. */
export function kindOf({ type, name, size }: Pick<File, 'type' | 'name' | 'size'>): FileKind | undefined {
  const ending = endingOf(name)
  // Films of cameras have the endings of TypeScript, but no text is as large.
  if ((ending === 'ts' || ending === 'mts') && isTooLarge({ size }, 'text')) return 'video'
  if (type === 'image/svg+xml') return undefined
  if (type === 'application/pdf') return 'document'
  if (textEndings.includes(ending) || isOffice({ name })) return 'text'
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'text') return kind
  return ending === 'pdf' ? 'document' : mediaEndings[ending]
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
/** Whether a file claims to be a document of an office program. */
export const isOffice = ({ name }: Pick<File, 'name'>): boolean => [...officeEndings, ...olderEndings].includes(endingOf(name))

export const isTooLarge = ({ size }: Pick<File, 'size'>, kind: FileKind): boolean => size > config.uploads.maxMegabytes[kind] * 1_000_000
