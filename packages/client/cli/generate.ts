import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Client, type CreateGeneration, RunError } from '../src/client.ts'
import { chooseModel, flagsOf, type Model, readInput, readOptions } from './model-flags.ts'
import { openProgress } from './progress.ts'
import { saveWork } from './save.ts'
import { exits, Stop } from './stop.ts'

const kinds = ['image', 'video', 'audio', 'text']
const own = {
  model: { type: 'string', short: 'm' },
  output: { type: 'string', short: 'o' },
  input: { type: 'string', short: 'i', multiple: true },
  'max-price': { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
} as const

async function readStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.trim()
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (cause) {
    throw new Stop(`${path} can’t be read.`, exits.usage, { cause })
  }
}

async function uploadInputs(quartet: Client, model: Model, given: readonly string[], signal: AbortSignal) {
  const inputs: NonNullable<CreateGeneration['inputs']> = []
  for (const one of given) {
    const { role, path } = readInput(model, one)
    const blob = await openFile(path)
    inputs.push({ upload_id: (await quartet.upload(blob, { name: basename(path), signal })).id, role })
  }
  return inputs
}

/** A format that the name of the file asks for, if the model has it and none was chosen. */
function formatOf({ options }: Model, output: string | undefined): Record<string, string> {
  const format = options.properties['format']
  const wanted = output?.split('.').at(-1)?.toLowerCase().replace('jpg', 'jpeg') ?? ''
  return format && 'enum' in format && format.enum.includes(wanted) ? { format: wanted } : {}
}

/** `quartet generate KIND PROMPT`: makes a work and saves its results. */
export async function generate(quartet: Client, args: string[], signal: AbortSignal): Promise<void> {
  // The model is needed to know which flags there are.
  const first = parseArgs({ args, options: own, strict: false, allowPositionals: true })
  const [kind = ''] = first.positionals
  if (!kinds.includes(kind)) throw new Stop(`Say what to make: \`quartet generate ${kinds.join('|')} "…"\`.`, exits.usage)
  const models = await quartet.call('GET /v1/models', { signal })
  const name = typeof first.values.model === 'string' ? first.values.model : undefined
  const model = chooseModel(models, { kind, name })
  const { values, positionals } = parseArgs({ args, options: { ...flagsOf(model), ...own }, allowPositionals: true })
  const [, ...words] = positionals
  const prompt = words.length === 1 && words[0] === '-' ? await readStandardInput() : words.join(' ')
  const { output, json = false, quiet = false, input: files = [], 'max-price': most } = values
  const flags: { [name: string]: string | boolean | undefined } = Object.fromEntries(
    Object.entries(values).flatMap(([flag, value]) => (typeof value === 'string' || typeof value === 'boolean' ? [[flag, value]] : [])),
  )
  const body: CreateGeneration = {
    model: model.id,
    prompt,
    options: { ...formatOf(model, output), ...readOptions(model, flags) },
    inputs: await uploadInputs(quartet, model, files, signal),
    ...(most !== undefined && { max_price: Number(most) }),
  }
  await run(quartet, body, { output, json, quiet, signal })
}

type Shown = { output: string | undefined; json: boolean; quiet: boolean; signal: AbortSignal }

async function run(quartet: Client, body: CreateGeneration, { output, json, quiet, signal }: Shown): Promise<void> {
  const progress = openProgress(body.model)
  // Without the signal, so that a run which was started is known and can be canceled.
  const { id } = await quartet.call('POST /v1/generations', { body })
  let streamed = ''
  try {
    for await (const event of quartet.stream(id, { signal })) {
      if (!quiet) progress.show(event)
      // A text without a place is read as it is written.
      if (event.event !== 'text' || output !== undefined || json) continue
      if (streamed === '') progress.end()
      streamed += event.data.delta
      process.stdout.write(event.data.delta)
    }
    const work = await quartet.wait(id, { signal })
    if (work.status !== 'succeeded') throw new RunError(work)
    progress.end()
    if (streamed !== '') process.stdout.write('\n')
    const isShown = work.text !== null && work.files.length === 0 && output === undefined
    const saved = isShown ? [] : await saveWork(quartet, work, output, signal)
    if (json) process.stdout.write(`${JSON.stringify({ ...work, saved })}\n`)
    else if (isShown && streamed === '') process.stdout.write(`${work.text}\n`)
    else if (!quiet) for (const place of saved) process.stderr.write(`${place}\n`)
  } catch (error) {
    progress.end()
    // The person has stopped it: what is not made yet is not paid for.
    if (signal.aborted) await quartet.call('POST /v1/generations/{id}/cancel', { path: { id } }).catch(() => undefined)
    throw error
  }
}
