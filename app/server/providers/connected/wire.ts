import { AsyncLocalStorage } from 'node:async_hooks'
import { isReservedName } from '#app/contract/base/reserved-name.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { KindModel, RunInput } from '../kinds.ts'
import { setPath } from '../plain-path.ts'

/**
 * Fields for options and inputs of an operator's model that its service's adapter does not know: each value goes into the body of the start
 * under the service's own name. A name with dots is a path in a JSON body: `input.last_frame`.
 */
export type Wire = {
  options: Record<string, { name: string; values: Record<string, string | number | boolean | null> }>
  inputs: Partial<Record<InputRole, { name: string; isList: boolean }>>
  /** Replaces the path of the start's URL. */
  path?: string
  /** The field that takes the prompt, which then reaches the adapter empty. */
  prompt?: string
}

type Field = { name: string; value: string | number | boolean | string[] }
type Start = { fields: Field[]; path: string | undefined }

const starts = new AsyncLocalStorage<Start>()

/** Adds the fields of `wire` to every start of a model, and hides those options and inputs from the adapter. */
export function withWire(model: KindModel, wire: Wire): KindModel {
  /** Runs a start with the adapter's own options and inputs; `wireRequest` adds the others. */
  async function begin<Call extends { options: OptionValues; inputs?: RunInput[]; prompt?: string; text?: string }, Result>(
    call: Call,
    start: (own: Call) => Promise<Result>,
  ): Promise<Result> {
    const { inputs = [] } = call
    const fields = [...optionFields(wire, call.options), ...(await inputFields(wire, inputs))]
    const options = Object.fromEntries(Object.entries(call.options).filter(([name]) => !wire.options[name]))
    const asked = wire.prompt === undefined ? undefined : (call.prompt ?? call.text)
    if (wire.prompt !== undefined && asked) fields.push({ name: wire.prompt, value: asked })
    const own = {
      ...call,
      options,
      ...(call.inputs && { inputs: inputs.filter(({ role }) => !wire.inputs[role]) }),
      ...(asked !== undefined && (call.prompt === undefined ? { text: '' } : { prompt: '' })),
    }
    return starts.run({ fields, path: wire.path }, () => start(own))
  }
  switch (model.kind) {
    case 'text':
      return { ...model, stream: (call) => begin(call, (own) => model.stream(own)) }
    case 'image':
      return { ...model, generate: (call) => begin(call, (own) => model.generate(own)) }
    case 'speech':
      return { ...model, speak: (call) => begin(call, (own) => model.speak(own)) }
    case 'transcription':
      return { ...model, transcribe: (call) => begin(call, (own) => model.transcribe(own)) }
    case 'embedding':
      return { ...model, embed: (call) => begin(call, (own) => model.embed(own)) }
    case 'operation':
      return { ...model, start: (call) => begin(call, (own) => model.start(own)) }
  }
}

function optionFields({ options }: Wire, values: OptionValues): Field[] {
  return Object.entries(options).flatMap(([option, { name, values: names }]) => {
    const value = Object.hasOwn(values, option) ? values[option] : undefined
    if (value === undefined || value === '') return []
    const sent = Object.hasOwn(names, String(value)) ? names[String(value)] : value
    return sent === null || sent === undefined ? [] : [{ name, value: sent }]
  })
}

async function inputFields({ inputs: named }: Wire, inputs: readonly RunInput[]): Promise<Field[]> {
  const fields: Field[] = []
  for (const [role, field] of Object.entries(named)) {
    const [first, ...others] = await Promise.all(inputs.filter((input) => input.role === role).map(toUri))
    if (first !== undefined) fields.push({ name: field.name, value: field.isList ? [first, ...others] : first })
  }
  return fields
}

async function toUri(input: RunInput): Promise<string> {
  if (input.mediaType.startsWith('video/')) return (await import('./media/read-film.ts')).readFilm(input)
  if (input.mediaType.startsWith('audio/')) return (await import('./media/read-voice.ts')).readVoice(input)
  const { readPicture, toDataUri } = await import('./media/read-pictures.ts')
  return toDataUri(await readPicture(input))
}

/** Adds the fields and the path of the current start to a request. Unchanged outside a start, and for any method but POST. */
export function wireRequest(url: URL, init: RequestInit | undefined): { url: URL; init: RequestInit | undefined } {
  const start = starts.getStore()
  if (!start || init?.method !== 'POST') return { url, init }
  const to = start.path === undefined ? url : setPath(url, start.path)
  return { url: to, init: { ...init, body: addFields(init.body, start.fields) } }
}

function addFields(body: RequestInit['body'], fields: readonly Field[]): NonNullable<RequestInit['body']> | null {
  if (body instanceof FormData) {
    for (const { name, value } of fields) body.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
    return body
  }
  if (typeof body !== 'string') return body ?? null
  const content: unknown = JSON.parse(body)
  for (const { name, value } of fields) place(content, name.split('.'), value)
  return JSON.stringify(content)
}

function place(into: unknown, [key, ...rest]: string[], value: Field['value']): void {
  if (!isRecord(into) || key === undefined || isReservedName(key)) return
  if (rest.length === 0) into[key] = value
  else place(Object.hasOwn(into, key) ? (into[key] ??= {}) : (into[key] = {}), rest, value)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
