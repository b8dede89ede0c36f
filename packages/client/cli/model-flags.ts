import type { components } from '../src/client.ts'
import { exits, Stop } from './stop.ts'

export type Model = components['schemas']['Model']
type Values = { [name: string]: string | boolean | undefined }

/** The options of a model as flags of the command line: `--size 512`, `--transparent`. */
export const flagsOf = ({ options }: Model) =>
  Object.fromEntries(
    Object.entries(options.properties).map(([name, { type }]) => [
      name,
      { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  )

/** Reads the values of flags as the types of their options. The server checks the values. */
export function readOptions({ id, options }: Model, values: Values): Record<string, string | number | boolean> {
  const read: Record<string, string | number | boolean> = {}
  for (const [name, { type }] of Object.entries(options.properties)) {
    const value = values[name]
    if (value === undefined) continue
    const isNumber = type === 'integer' || type === 'number'
    if (isNumber && (value === '' || !Number.isFinite(Number(value))))
      throw new Stop(`--${name} of ${id} is a number, not “${value}”.`, exits.usage)
    read[name] = isNumber ? Number(value) : value
  }
  return read
}

/** The model by its name, otherwise the first of the kind that takes a prompt and needs no file, as the pages choose it. */
export function chooseModel(models: readonly Model[], { kind, name }: { kind: string; name: string | undefined }): Model {
  const ofKind = models.filter(({ type, retired }) => type === kind && !retired)
  const found =
    name === undefined
      ? ofKind.find(({ task, available, inputs }) => available && !task && !inputs.some(({ required }) => required))
      : ofKind.find(({ id }) => id === name)
  if (!found)
    throw new Stop(
      name ? `There is no ${kind} model ${name}. \`quartet models ${kind}\` lists them.` : `No ${kind} model is available.`,
      exits.usage,
    )
  if (!found.available) throw new Stop(found.unavailable_reason ?? `${found.id} is not available.`, exits.usage)
  return found
}

const kindOfFile: Record<string, string> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  avif: 'image',
  gif: 'image',
  heic: 'image',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  flac: 'audio',
  m4a: 'audio',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  txt: 'text',
  md: 'text',
}

/** The role of a file: the one that is named, otherwise the first that takes its kind. `role=path` or `path`. */
export function readInput({ id, inputs }: Model, given: string): { role: Model['inputs'][number]['role']; path: string } {
  const [, named, rest] = /^([a-z_]+)=(.+)$/s.exec(given) ?? []
  const byName = inputs.find(({ role }) => role === named)
  if (byName && rest) return { role: byName.role, path: rest }
  const kind = kindOfFile[given.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'document'
  const fits = inputs.find(({ types }) => types.some((type) => type === kind)) ?? inputs[0]
  if (!fits) throw new Stop(`${id} takes no files.`, exits.usage)
  return { role: fits.role, path: given }
}
