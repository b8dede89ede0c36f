import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket as Connection } from 'node:net'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { acceptWebSocket } from './web-socket.ts'

type Socket = ReturnType<typeof acceptWebSocket>
type Node = { class_type: string; inputs: Record<string, unknown>; _meta?: { title?: string | undefined } | undefined }
type Item = {
  id: string
  /** Its place: lower numbers run before. */
  number: number
  client: string
  nodes: Record<string, Node>
  status: 'pending' | 'running' | 'success' | 'error'
  messages: unknown[]
}

const promptSchema = v.object({
  client_id: v.string(),
  prompt: v.record(
    v.string(),
    v.object({
      class_type: v.string(),
      inputs: v.record(v.string(), v.unknown()),
      _meta: v.optional(v.object({ title: v.optional(v.string()) })),
    }),
  ),
})
const deleteSchema = v.object({ delete: v.array(v.string()) })
const interruptSchema = v.object({ prompt_id: v.string() })

export type ComfyuiOptions = {
  /** The files that the save nodes write. */
  files: Record<string, Uint8Array>
  checkpoints?: readonly string[]
  /** Whether progress comes in messages about all nodes alone. */
  sendsStates?: boolean
}

/**
 * A fake ComfyUI with its queue, history, uploads and messages, after its `server.py`, `execution.py` and `comfy_execution/progress.py`
 * of 2026-11-29. Work waits until the test runs it with `step` and `finish`.
 */
export async function startComfyui({ files, checkpoints = ['sd_xl_base_1.0.safetensors'], sendsStates = false }: ComfyuiOptions) {
  const items: Item[] = []
  let numbers = 0
  const sockets = new Map<string, Socket>()
  const uploads: string[] = []
  const calls: string[] = []
  const faults = { dropsAnswer: false, isDown: false }
  const entryOf = (item: Item) => [item.number, item.id, item.nodes, { client_id: item.client }, []]
  const say = ({ client }: Item, type: string, data: object) => sockets.get(client)?.send({ type, data })

  const infoOf = (name: string): object | undefined => {
    const required: Record<string, unknown> = {
      CheckpointLoaderSimple: { ckpt_name: [checkpoints, {}] },
      KSampler: { sampler_name: ['COMBO', { options: ['dpmpp_2m', 'uni_pc'] }], scheduler: [['karras', 'simple'], {}], steps: ['INT', {}] },
    }
    // `Removed` was there when the list was read, and no more when the work comes.
    const known =
      'Removed CLIPTextEncode EmptyLatentImage VAEDecode SaveImage SaveVideo LoadImage LoadImageMask CheckpointLoaderSimple KSampler'
    return known.split(' ').includes(name) ? { [name]: { input: { required: required[name] ?? {} } } } : {}
  }

  function outputsOf(item: Item): object {
    if (item.status !== 'success') return {}
    const saved = Object.keys(files).map((filename) => ({ filename, subfolder: 'quartet', type: 'output' }))
    return { '7': { images: saved }, '99': { images: [{ filename: 'preview.png', subfolder: '', type: 'temp' }] } }
  }

  /** Work with a negative number of steps is rejected like any value out of range. */
  function queue(body: unknown): { status: number; json: unknown } {
    const { client_id: client, prompt: nodes } = v.parse(promptSchema, body)
    const wrong = Object.entries(nodes).find(([, node]) => Number(node.inputs.steps) < 0)
    if (wrong) {
      const [id, { class_type }] = wrong
      const errors = [{ type: 'value_smaller_than_min', message: 'UPSTREAM-WORDS', extra_info: { input_name: 'steps' } }]
      return { status: 400, json: { error: { type: 'prompt_outputs_failed_validation' }, node_errors: { [id]: { errors, class_type } } } }
    }
    const unknown = Object.entries(nodes).find(([, node]) => node.class_type === 'Removed')
    if (unknown) {
      const [id, { class_type, _meta: meta }] = unknown
      const extra_info = { node_id: id, class_type, node_title: meta?.title ?? class_type }
      return { status: 400, json: { error: { type: 'missing_node_type', message: 'UPSTREAM-WORDS', extra_info }, node_errors: [] } }
    }
    const { id, number } = add(client, nodes)
    return { status: 200, json: { prompt_id: id, number, node_errors: {} } }
  }

  function add(client: string, nodes: Item['nodes']): Item {
    numbers += 1
    const item: Item = { id: randomUUID(), number: numbers, client, nodes, status: 'pending', messages: [] }
    items.push(item)
    return item
  }

  function answer(path: string, body: Buffer): { status?: number; json?: unknown; bytes?: Uint8Array } {
    const url = new URL(path, 'http://comfyui')
    const [, first, second = ''] = url.pathname.split('/')
    const json = (): unknown => JSON.parse(body.toString('utf8'))
    const isEnded = (item: Item) => item.status === 'success' || item.status === 'error'
    if (first === 'object_info') return { json: infoOf(second) }
    if (first === 'prompt') return queue(json())
    if (first === 'queue' && body.length > 0) {
      const { delete: ids } = v.parse(deleteSchema, json())
      for (const item of items.filter(({ id, status }) => ids.includes(id) && status === 'pending')) items.splice(items.indexOf(item), 1)
      return {}
    }
    if (first === 'queue') {
      // A heap has no order but of its first entry.
      const list = (status: Item['status']) =>
        items
          .filter((item) => item.status === status)
          .map(entryOf)
          .toReversed()
      return { json: { queue_running: list('running'), queue_pending: list('pending') } }
    }
    if (first === 'interrupt') {
      const item = items.find(({ id, status }) => status === 'running' && id === v.parse(interruptSchema, json()).prompt_id)
      if (item) end(item, 'error', ['execution_interrupted', { prompt_id: item.id }])
      return {}
    }
    if (first === 'history') {
      const found = items.filter((item) => isEnded(item) && (second === '' || item.id === second))
      const entries = found.map((item) => [
        item.id,
        { prompt: entryOf(item), outputs: outputsOf(item), status: { status_str: item.status, completed: true, messages: item.messages } },
      ])
      return { json: Object.fromEntries(entries) }
    }
    if (first === 'upload') {
      const name = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? ''
      uploads.push(name)
      return { json: { name, subfolder: 'quartet', type: 'input' } }
    }
    const bytes = first === 'view' ? files[url.searchParams.get('filename') ?? ''] : undefined
    return bytes ? { bytes } : { status: 404 }
  }

  function end(item: Item, status: 'success' | 'error', message: unknown): void {
    item.status = status
    item.messages.push(message)
    say(item, 'executing', { node: null, prompt_id: item.id })
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const body = await buffer(request)
    calls.push(`${request.method} ${path}`)
    if (faults.isDown) return void request.socket.destroy()
    const { status = 200, json, bytes } = answer(path, body)
    if (faults.dropsAnswer && path === '/prompt') {
      faults.dropsAnswer = false
      return void request.socket.destroy()
    }
    response.writeHead(status, { 'content-type': json === undefined ? 'application/octet-stream' : 'application/json' })
    response.end(json === undefined ? bytes : JSON.stringify(json))
  }

  const server = createServer((request, response) => void respond(request, response))
  const connections = new Set<Connection>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  server.on('upgrade', (request, socket) => {
    const client = new URL(request.url ?? '', 'http://comfyui').searchParams.get('clientId') ?? ''
    sockets.set(client, acceptWebSocket(request, socket))
    sockets.get(client)?.send({ type: 'status', data: { status: { exec_info: { queue_remaining: items.length } }, sid: client } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    items,
    uploads,
    calls,
    faults,
    /** Queues work of somebody else. */
    queueOther: () => add('other', {}),
    /** Runs the oldest waiting work up to the middle of its sampler. */
    step() {
      const item = items.find(({ status }) => status === 'pending')
      if (!item) throw new Error('nothing waits')
      item.status = 'running'
      say(item, 'execution_start', { prompt_id: item.id })
      say(item, 'execution_cached', { nodes: ['1'], prompt_id: item.id })
      sockets.get(item.client)?.sendBytes(Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0xff))
      const state = (id: string, value: number, max: number, name: string) => ({
        value,
        max,
        state: name,
        node_id: id,
        display_node_id: id,
      })
      const nodes = { '2': state('2', 1, 1, 'finished'), '5': state('5', 10, 20, 'running') }
      say(item, 'progress_state', { prompt_id: item.id, nodes: sendsStates ? nodes : {} })
      if (sendsStates) return item
      say(item, 'executing', { node: '5', prompt_id: item.id })
      say(item, 'progress', { value: 10, max: 20, node: '5', prompt_id: item.id })
      return item
    },
    finish: (item: Item) => end(item, 'success', ['execution_success', { prompt_id: item.id }]),
    fail: (item: Item, type: string) =>
      end(item, 'error', [
        'execution_error',
        { node_id: '5', node_type: 'KSampler', exception_type: type, exception_message: 'UPSTREAM-WORDS at /home/ann/models' },
      ]),
    /** Forgets queue and history, like a restart. */
    restart() {
      items.length = 0
      for (const socket of sockets.values()) socket.destroy()
      sockets.clear()
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        // `closeAllConnections` leaves out WebSockets, and one may just be opening.
        for (const connection of connections) connection.destroy()
      }),
  }
}
