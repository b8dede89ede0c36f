import type { FileKind } from '#app/contract/values.ts'
import { config } from '#config'

/** Endings of text files, for which browsers know no type, or a wrong one: `.ts` is a video to them. */
const textEndings =
  'txt md markdown csv tsv json jsonl yaml yml toml ini log xml html css scss js mjs cjs jsx ts mts cts tsx py rb go rs java kt swift c h cpp hpp cs php sh bash ps1 sql r lua pl tex diff patch srt vtt'.split(
    ' ',
  )

/** Endings of documents whose text is read, and of older formats, which the server refuses by their name. */
const officeEndings = 'docx xlsx pptx odt ods odp rtf epub'.split(' ')
const olderEndings = 'doc xls ppt pages numbers key'.split(' ')

/** File types for the browser's dialog. */
const offered: Record<FileKind, string> = {
  image: 'image/png,image/jpeg,image/webp,image/avif,image/gif',
  audio: 'audio/*',
  video: 'video/mp4,video/webm,video/quicktime',
  text: `text/plain,text/markdown,text/csv,${[...textEndings, ...officeEndings].map((ending) => `.${ending}`).join(',')}`,
  document: 'application/pdf',
}
export const acceptOf = (kinds: readonly FileKind[]): string => kinds.map((kind) => offered[kind]).join(',')

/** Returns the kind that a file claims to be. The server checks it; this only avoids pointless uploads. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): FileKind | undefined {
  if (type === 'image/svg+xml') return undefined
  if (type === 'application/pdf') return 'document'
  if (textEndings.includes(endingOf(name)) || isOffice({ name })) return 'text'
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'text') return kind
  if (/\.pdf$/i.test(name)) return 'document'
  return undefined
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
/** Whether a file claims to be a document of an office program. */
export const isOffice = ({ name }: Pick<File, 'name'>): boolean => [...officeEndings, ...olderEndings].includes(endingOf(name))

export const isTooLarge = ({ size }: Pick<File, 'size'>, kind: FileKind): boolean => size > config.uploads.maxMegabytes[kind] * 1_000_000
