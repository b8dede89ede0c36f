import type { Locale } from '#config'
import { Problem, type ProblemOptions } from '../../core/problem.ts'
import type { UploadRow } from '../../core/making/uploads/create-upload.ts'
import { keepUpload } from '../../core/making/uploads/keep-upload.ts'
import { uploadName } from '../../core/making/uploads/upload-name.ts'
import type { Runtime } from '../../runtime.ts'

/** The fields of a form. A field that may be repeated is also sent as `name[]`. */
export type ReadForm = { files: Map<string, File[]>; texts: Record<string, string>; lists: Map<string, string[]> }

/** Reads a whole form, which the server limits to a few megabytes. */
export async function readForm(request: Request): Promise<ReadForm> {
  const form = await request.formData().catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : new Problem('unsupported_media_type', { cause })
  })
  const read: ReadForm = { files: new Map(), texts: {}, lists: new Map() }
  for (const [sent, value] of form) {
    const name = sent.replace(/\[\]$/, '')
    if (typeof value !== 'string') read.files.set(name, [...(read.files.get(name) ?? []), value])
    else if (name !== sent) read.lists.set(name, [...(read.lists.get(name) ?? []), value])
    else read.texts[name] = value
  }
  return read
}

/** Stores a file of a form as an upload of the person; a refusal names the field. */
export async function keepFormFile(
  { db, storage, uploadSlots: slots }: Runtime,
  { userId, locale, file, field }: { userId: string; locale: Locale; file: File; field: string },
): Promise<UploadRow> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return naming({ file: field }, () => keepUpload(db, { storage, slots, userId, locale, bytes, name: () => uploadName(file.name) }))
}

/** Calls the function, and names refused fields by the parameters of the protocol. */
export async function naming<T>(names: Readonly<Record<string, string>>, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    const rename = <V>(fields: Record<string, V>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]))
    const options: ProblemOptions = { fields: rename(error.fields), cause: error }
    if (error.format) options.format = error.format
    if (error.lengths) options.lengths = rename(error.lengths)
    throw new Problem(error.code, options)
  }
}

export const ignoredHeader = (ignored: readonly string[]): Record<string, string> =>
  ignored.length > 0 ? { 'x-ignored-parameters': ignored.join(', ') } : {}
