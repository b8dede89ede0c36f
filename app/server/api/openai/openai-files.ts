import { validate } from 'uuid'
import type { Locale } from '#config'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Turn } from '#app/contract/studio/turns.ts'
import { maxInputs } from '#app/contract/base/values.ts'
import { maxAttachedFiles } from '../../core/making/generations/attached.ts'
import { Problem } from '../../core/problem.ts'
import { findUpload } from '../../core/making/uploads/find-upload.ts'
import { uploadName } from '../../core/making/uploads/upload-name.ts'
import { keepUpload } from '../../core/making/uploads/keep-upload.ts'
import type { UploadRow } from '../../core/making/uploads/create-upload.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Runtime } from '../../runtime.ts'
import type { SentFile, SentTurn } from '../protocols/sent-turns.ts'

/** `param`: the parameter that holds the files. */
type KeepFilesOptions = { userId: string; locale: Locale; model: Pick<ProviderModel, 'inputs'>; param: string }

/** Turns the files of a conversation into uploads of the person. Nothing is fetched from other servers. */
export async function keepFiles(runtime: Runtime, turns: readonly SentTurn[], options: KeepFilesOptions): Promise<Turn[]> {
  const kept: Turn[] = []
  const count = turns.reduce((sum, { files }) => sum + files.length, 0)
  if (count > maxAttachedFiles || turns.some(({ files }) => files.length > maxInputs)) throw refused(options, 'too_many')
  if (count > 0 && options.model.inputs.length === 0) throw refused(options, 'input_not_taken')
  for (const { files, ...turn } of turns) {
    const inputs: GenerationInput[] = []
    for (const file of files) inputs.push(await keepFile(runtime, file, options))
    kept.push({ ...turn, ...(inputs.length > 0 && { inputs }) })
  }
  return kept
}

async function keepFile(runtime: Runtime, file: SentFile, { model, ...options }: KeepFilesOptions): Promise<GenerationInput> {
  const { id, type } = await keepSentFile(runtime, file, options)
  const taking = model.inputs.find(({ types }) => types.includes(type))
  if (!taking) throw refused(options, 'input_not_taken')
  return { upload_id: id, role: taking.role }
}

/** Returns the upload that a file names by its id, or stores its content. */
export async function keepSentFile(
  { db, storage, uploadSlots: slots }: Runtime,
  { url, name }: SentFile,
  { userId, locale, param }: Omit<KeepFilesOptions, 'model'>,
): Promise<UploadRow> {
  if (validate(url)) {
    return findUpload(db, { userId, id: url }).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'not_found' ? refused({ param }, 'input_unknown') : error
    })
  }
  if (!url.startsWith('data:')) throw refused({ param }, 'url_not_fetched')
  const bytes = bytesOf(url)
  if (!bytes) throw refused({ param }, 'file_unreadable')
  return keepUpload(db, { storage, slots, userId, locale, bytes, name: () => uploadName(name ?? undefined) }).catch((error: unknown) => {
    throw error instanceof Problem && error.fields?.file ? refused({ param }, error.fields.file, error) : error
  })
}

/** Decodes a `data:` URL in Base64. Its declared type is ignored, because the content decides. */
function bytesOf(url: string): Buffer | undefined {
  const comma = url.indexOf(',')
  // Encoders break lines after 76 characters.
  const encoded = url.slice(comma + 1).replaceAll(/[ \t\n\f\r]+/g, '')
  if (comma < 0 || !/;base64$/i.test(url.slice(0, comma)) || !/^[\w+/-]+={0,2}$/.test(encoded)) return undefined
  return Buffer.from(encoded, 'base64')
}

const refused = ({ param }: Pick<KeepFilesOptions, 'param'>, code: NonNullable<Problem['fields']>[string], cause?: Problem) =>
  new Problem('invalid_input', { fields: { [param]: code }, format: cause?.format, cause })
