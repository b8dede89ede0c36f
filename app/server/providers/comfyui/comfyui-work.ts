import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Kind } from '#app/contract/base/values.ts'
import { noteAnswer } from '../call-report.ts'
import { classifyFailure } from '../connected/classify-error.ts'
import { callJson } from '../connected/media/call-json.ts'
import { forgotten, gaveNothing, operationIdSchema } from '../connected/media/operations.ts'
import { readEdited, readPicture } from '../connected/media/read-pictures.ts'
import { notSetUp, type OwnServer, postJson } from '../compatible/own-server.ts'
import type { OperationModel, OperationState, RunInput } from '../kinds.ts'
import { ProviderError } from '../provider.ts'
import { type ProgressWatch, watchProgress } from './watch-progress.ts'
import { type FillOptions, fillWorkflow, type Workflow } from './workflow.ts'

const startedSchema = v.object({ prompt_id: operationIdSchema })
const rejectedSchema = v.object({
  /** Names a node whose class the server lacks. */
  error: v.optional(v.unknown()),
  /** The nodes whose inputs are wrong, by id. Without any, some versions send an empty list. */
  node_errors: v.fallback(
    v.record(
      v.string(),
      v.object({
        class_type: v.string(),
        errors: v.array(v.object({ extra_info: v.optional(v.object({ input_name: v.optional(v.string()) })) })),
      }),
    ),
    {},
  ),
})
const missingNodeSchema = v.object({ extra_info: v.object({ node_id: v.string(), class_type: v.nullish(v.string()) }) })
/** An entry of the queue: number, id of the work, workflow, data of the client, outputs. Lower numbers run before. */
const itemSchema = v.pipe(
  v.array(v.unknown()),
  v.transform(([number, id, , extra]) => ({
    number: Number(number),
    id,
    client: v.is(v.looseObject({ client_id: v.string() }), extra) ? extra.client_id : null,
  })),
)
const queueSchema = v.object({ queue_running: v.array(itemSchema), queue_pending: v.array(itemSchema) })
const fileSchema = v.object({ filename: v.string(), subfolder: v.optional(v.string(), ''), type: v.string() })
const entrySchema = v.object({
  prompt: v.optional(itemSchema, []),
  outputs: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
  status: v.nullish(v.object({ status_str: v.optional(v.string()), messages: v.optional(v.array(v.unknown()), []) })),
})
type Entry = v.InferOutput<typeof entrySchema>
const historySchema = v.record(v.string(), entrySchema)
const uploadedSchema = v.object({ name: v.string(), subfolder: v.optional(v.string(), '') })
const failureSchema = v.tuple([
  v.literal('execution_error'),
  v.object({
    exception_type: v.optional(v.string(), ''),
    exception_message: v.optional(v.string(), ''),
    node_id: v.optional(v.string(), ''),
    node_type: v.optional(v.string(), ''),
  }),
])

/** Endings of the results of each kind; a workflow may save other files too. */
const endings: Record<Exclude<Kind, 'text'>, RegExp> = {
  image: /\.(?:png|jpe?g|webp|gif|avif)$/i,
  video: /\.(?:mp4|webm|mov|mkv)$/i,
  audio: /\.(?:mp3|flac|wav|ogg|opus|m4a)$/i,
}

/** Folder of ComfyUI's inputs that uploads go to. */
const uploadFolder = 'quartet'
/** The longest side of an uploaded image; workflows scale it down further. */
const longestSide = 2_048
/** Milliseconds in which an interrupted node usually stops. */
const stopPatienceMs = 8_000
const stopIntervalMs = 200
/** Entries of the history in which lost work is looked for. */
const historyLength = 200

/** Work of ComfyUI's queue. Its id for the client is the run's, so that the work of a lost answer is found again. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function comfyuiWork(server: OwnServer, readWorkflow: () => Workflow): OperationModel {
  const watches = new Map<string, ProgressWatch>()
  const { service } = server

  const readQueue = (signal: AbortSignal) => callJson(server, { path: '/queue', signal, schema: queueSchema })
  async function readEntry(id: string, signal: AbortSignal): Promise<Entry | undefined> {
    return (await callJson(server, { path: `/history/${id}`, signal, schema: historySchema }))[id]
  }

  function watch(clientId: string, nodes: Workflow['nodes']): ProgressWatch {
    const known = watches.get(clientId)
    if (known) return known
    const opened = watchProgress(server, { clientId, nodes })
    watches.set(clientId, opened)
    return opened
  }
  function unwatch(clientId: string): void {
    watches.get(clientId)?.close()
    watches.delete(clientId)
  }

  async function upload(bytes: Uint8Array<ArrayBuffer>, { name, signal }: { name: string; signal: AbortSignal }): Promise<string> {
    const body = new FormData()
    body.set('image', new Blob([bytes]), name)
    body.set('type', 'input')
    body.set('subfolder', uploadFolder)
    body.set('overwrite', 'true')
    const uploaded = await callJson(server, { path: '/upload/image', method: 'POST', body, signal, schema: uploadedSchema })
    return uploaded.subfolder === '' ? uploaded.name : `${uploaded.subfolder}/${uploaded.name}`
  }

  async function uploadAll(
    inputs: readonly RunInput[],
    { run, signal }: { run: string; signal: AbortSignal },
  ): Promise<FillOptions['files']> {
    const last = inputs.find(({ role }) => role === 'last_frame')
    const { pictures, mask } = await readEdited(
      inputs.filter((one) => one !== last),
      { mask: 'white', longestSide },
    )
    const given = { input_image: pictures[0], mask, last_image: last && (await readPicture(last, longestSide)) }
    const sent = Object.entries(given).flatMap(([slot, bytes]) => (bytes ? [{ slot, bytes }] : []))
    const names = await Promise.all(
      sent.map(async ({ slot, bytes }) => [slot, await upload(Uint8Array.from(bytes), { name: `${run}-${slot}.png`, signal })] as const),
    )
    return Object.fromEntries(names)
  }

  /** Queues a workflow. A rejection names what the server lacks: a node, a checkpoint, a value in range. */
  async function queue(
    { model }: Workflow,
    nodes: Workflow['nodes'],
    { run, signal }: { run: string; signal: AbortSignal },
  ): Promise<string> {
    const init = { ...postJson({ prompt: nodes, client_id: run }), signal }
    const response = await server.request('/prompt', init)
    if (response.status === 400) {
      const answer: unknown = await response.json().catch(() => null)
      noteAnswer(answer)
      const rejected = v.safeParse(rejectedSchema, answer)
      const where = rejected.success ? rejectedPlaces(rejected.output, nodes) : []
      throw notSetUp(service, `the workflow ${model.model} was rejected${where.length > 0 ? `: ${where.join(', ')}` : ''}`)
    }
    const answered: typeof globalThis.fetch = async () => {
      if (response.ok) return response
      throw classifyFailure(service, { status: response.status, headers: response.headers })
    }
    const access = { ...server, fetch: answered }
    return (await callJson(access, { path: '/prompt', method: 'POST', signal, schema: startedSchema })).prompt_id
  }

  async function post(path: string, { body, signal }: { body: unknown; signal: AbortSignal }): Promise<void> {
    const response = await server.fetch(`${server.baseUrl}${path}`, { ...postJson(body), signal })
    await response.body?.cancel()
  }

  return {
    kind: 'operation',

    async start({ prompt, inputs, options, signal, idempotencyKey: run }) {
      const files = await uploadAll(inputs, { run, signal })
      const workflow = readWorkflow()
      const nodes = fillWorkflow(workflow, { prompt, options, files, seed: randomInt(2 ** 31) })
      // Opened first, because a workflow with cached results is done at once.
      watch(run, nodes)
      return { id: await queue(workflow, nodes, { run, signal }), client: run }
    },

    async adopt({ signal, idempotencyKey: run }) {
      const { queue_running, queue_pending } = await readQueue(signal)
      const queued = [...queue_running, ...queue_pending].find(({ client }) => client === run)
      if (typeof queued?.id === 'string') return { id: queued.id, client: run }
      const history = await callJson(server, { path: `/history?max_items=${historyLength}`, signal, schema: historySchema })
      const [found] = Object.entries(history).find(([, entry]) => entry.prompt.client === run) ?? []
      return found === undefined ? null : { id: found, client: run }
    },

    async poll({ id, client }, { signal }) {
      const run = String(client)
      const { nodes, model } = readWorkflow()
      const progress = watch(run, nodes).read()
      const { queue_running, queue_pending } = await readQueue(signal)
      const isQueued = [...queue_running, ...queue_pending].some((item) => item.id === id)
      // Read after the queue: work that has left it in the meantime is in the history.
      const entry = isQueued ? undefined : await readEntry(id, signal)
      if (isQueued) return { state: 'running', progress, ahead: aheadOf(id, { queue_running, queue_pending }) }
      unwatch(run)
      // A restart empties ComfyUI's queue.
      if (!entry) throw forgotten(service)
      return toState(server, { entry, type: model.type, nodes })
    },

    async cancel({ id, client }) {
      const signal = AbortSignal.timeout(stopPatienceMs)
      const { queue_pending } = await readQueue(signal)
      if (queue_pending.some((item) => item.id === id)) await post('/queue', { body: { delete: [id] }, signal })
      for (;;) {
        const { queue_running } = await readQueue(signal)
        if (!queue_running.some((item) => item.id === id)) break
        // Sent only while our own work runs, because old versions ignore the id and interrupt whatever runs.
        await post('/interrupt', { body: { prompt_id: id }, signal })
        await sleep(stopIntervalMs, undefined, { signal })
      }
      unwatch(String(client))
      return (await readEntry(id, signal))?.status?.status_str !== 'success'
    },
  }
}

/** Returns how much work is done before this one; null once it runs. ComfyUI sends its queue in no order. */
function aheadOf(id: string, { queue_running, queue_pending }: v.InferOutput<typeof queueSchema>): number | null {
  const own = queue_pending.find((item) => item.id === id)
  return own ? queue_running.length + queue_pending.filter((item) => item.number < own.number).length : null
}

/** Returns the rejected inputs as `“Upscale” KSampler.steps`, or the node whose class is missing. */
function rejectedPlaces({ error, node_errors }: v.InferOutput<typeof rejectedSchema>, nodes: Workflow['nodes']): string[] {
  const inputs = Object.entries(node_errors).flatMap(([id, { class_type, errors }]) =>
    errors.map(({ extra_info }) => placeIn(nodes, id, `${class_type}.${extra_info?.input_name ?? '?'}`)),
  )
  const missing = v.safeParse(missingNodeSchema, error)
  if (inputs.length > 0 || !missing.success) return inputs
  const { node_id: id, class_type } = missing.output.extra_info
  return [`${placeIn(nodes, id, class_type ?? '')} is not installed`]
}

const longestTitle = 80
/** Names are checked, because custom nodes choose them. */
const plainName = /^[\w.?-]{1,120}$/

/** Names a node by its title, which its author has written into the workflow, and by what it is. */
function placeIn(nodes: Workflow['nodes'], id: string, name: string): string {
  const { _meta: about } = nodes[id] ?? {}
  const title = about?.title
    ?.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]+/gu, ' ')
    .slice(0, longestTitle)
    .trim()
  return [...(title ? [`“${title}”`] : []), ...(plainName.test(name) ? [name] : [])].join(' ') || `node ${plainName.test(id) ? id : '?'}`
}

type Ended = { entry: Entry; type: Kind; nodes: Workflow['nodes'] }

function toState({ service, baseUrl, headers }: OwnServer, { entry, type, nodes }: Ended): OperationState {
  if (entry.status?.status_str === 'error') throw failureOf(service, entry, nodes)
  const saved = Object.values(entry.outputs)
    .flatMap((output) => Object.values(output))
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((file) => (v.is(fileSchema, file) ? v.parse(fileSchema, file) : []))
    .filter(({ filename }) => type !== 'text' && endings[type].test(filename))
  // Previews are temporary files; they count only if nothing is saved.
  const kept = saved.filter((file) => file.type === 'output')
  const files = kept.length > 0 ? kept : saved
  if (files.length === 0) throw gaveNothing(service)
  const results = files.map((file) => ({ url: `${baseUrl}/view?${new URLSearchParams(file)}`, headers }))
  return { state: 'done', results, usage: { runs: 1, ...(type === 'image' && { images: results.length }) } }
}

function failureOf(service: string, { status }: Entry, nodes: Workflow['nodes']): ProviderError {
  const ended = (what: string) => new ProviderError('temporary', `${service}: ${what}`, { final: true, phase: 'result' })
  const failure = status?.messages.map((message) => v.safeParse(failureSchema, message)).find(({ success }) => success)
  if (!failure?.success) return ended('the workflow was interrupted')
  const [, { exception_type: type, exception_message: message, node_id: id, node_type: name }] = failure.output
  const place = placeIn(nodes, id, name)
  noteAnswer({ message: `${place}: ${message || type}` })
  if (/OutOfMemory/.test(type)) return ended(`the graphics card ran out of memory in ${place}`)
  return ended(`the workflow failed in ${place}${plainName.test(type) ? `: ${type}` : ''}`)
}
