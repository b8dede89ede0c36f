import type { components } from './api.ts'
import { readEvents } from './events.ts'
import { ApiError, RunError } from './failure.ts'
import type { AnswerOf, CallInput, Route, SpendingRoute } from './routes.ts'
import { type Connection, send, sleep } from './send.ts'

export type { components } from './api.ts'
export { ApiError, type FailureCode, RunError } from './failure.ts'
export type { AnswerOf, CallInput, Route } from './routes.ts'
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhook.ts'

type Schemas = components['schemas']
export type Generation = Schemas['Generation']
export type CreateGeneration = Schemas['CreateGeneration']
export type GenerationFile = Schemas['GenerationFile']
export type Upload = Schemas['Upload']

export type ClientOptions = {
  /** The address of the server, such as `https://quartet.example`. */
  url: string
  /** An API key, `qk_…`. */
  key?: string
  /** The language of sentences for people: `en` or `ru`. */
  locale?: string
  /** How often a call is repeated where that is safe; 3 by default. */
  retries?: number
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /** Makes a repeated call that spends tokens do nothing again; a random one by default. */
  idempotencyKey?: string
  /** Seconds that the server waits for the end of the runs that the call starts, at most 60. */
  wait?: number
}

/** A change of a run. The pieces of `text` follow each other without a gap, also after a lost connection. */
export type RunEvent =
  | { event: 'generation'; data: Schemas['GenerationEvent'] }
  | { event: 'text' | 'thinking'; data: Schemas['TextEvent'] }

export type GenerateOptions = CallOptions & {
  /** Is called with each change. Without it, the client only waits. */
  onEvent?: (event: RunEvent) => void
}

/** Completeness is checked by the type: a call that takes a key gets one. */
const spending: Record<SpendingRoute, true> = {
  'POST /v1/generations': true,
  'POST /v1/generations/{id}/retry': true,
  'POST /v1/recipes/{recipe}/runs': true,
  'POST /v1/chords': true,
  'POST /v1/comparisons': true,
  'POST /v1/films': true,
  'POST /v1/films/{id}/make': true,
  'POST /v1/voices': true,
}

const longestWait = 60

export type Client = ReturnType<typeof openClient>

/** Opens a client of a server. It holds no connection, so there is nothing to close. */
export function openClient({ url, key, locale, retries = 3, fetch = globalThis.fetch.bind(globalThis) }: ClientOptions) {
  const connection: Connection = {
    base: `${url.replace(/\/+$/, '')}/api`,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(locale !== undefined && { 'accept-language': locale }) },
    fetch,
    retries,
  }

  /** Makes any call of the API: `call('GET /v1/generations', { query: { q: 'sea' } })`. */
  async function call<R extends Route>(route: R, input: CallInput<R> & CallOptions): Promise<AnswerOf<R>> {
    const { path = {}, query = {}, body, signal, wait, idempotencyKey }: LooseInput = input
    const [method = '', template = ''] = route.split(' ')
    const spends = route in spending
    const response = await send(connection, {
      method,
      path: `${fillPath(template, path)}${writeQuery(query)}`,
      headers: {
        ...(spends && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
        ...(wait && { prefer: `wait=${wait}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
      repeatable: spends || method === 'GET',
    })
    return readAnswer(response)
  }

  /** Starts a run, waits for its end and returns it; throws `RunError` if it has no result. */
  async function generate(input: CreateGeneration, { onEvent, ...options }: GenerateOptions = {}): Promise<Generation> {
    const started = await call('POST /v1/generations', { ...options, body: input, wait: onEvent ? 0 : longestWait })
    if (onEvent) for await (const event of stream(started.id, options)) onEvent(event)
    const ended = hasEnded(started) ? started : await wait(started.id, options)
    if (ended.status !== 'succeeded') throw new RunError(ended)
    return ended
  }

  /** Waits for the end of a run, however it ends. A lost connection only makes the wait go on. */
  async function wait(id: string, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<Generation> {
    for (;;) {
      const asked = Date.now()
      const run = await call('GET /v1/generations/{id}', { path: { id }, query: { wait: longestWait }, ...(signal && { signal }) })
      if (hasEnded(run)) return run
      // A server that stops answers early.
      if (Date.now() - asked < 1000) await sleep(1000, signal)
    }
  }

  /** Yields the changes of a run, or starts one and yields them, until it has ended. Connects again where the connection is lost. */
  async function* stream(run: string | CreateGeneration, options: CallOptions = {}): AsyncGenerator<RunEvent, void, undefined> {
    const id = typeof run === 'string' ? run : (await call('POST /v1/generations', { ...options, body: run })).id
    const { signal } = options
    const seen = { text: 0 }
    for (let failures = 0; ; failures += 1) {
      const path = `/v1/generations/${encodeURIComponent(id)}/events`
      const { body } = await send(connection, { method: 'GET', path, signal, repeatable: true }, { stream: true })
      try {
        for await (const { event, data } of readEvents(body ?? new ReadableStream())) {
          failures = 0
          const isOfRun = { event, data }
          if (isEnd(isOfRun)) {
            if (isOfRun.data.reason === 'run_ended') return
            throw new ApiError({ status: 0, code: isOfRun.data.reason, detail: `The stream was closed: ${isOfRun.data.reason}.` })
          }
          if (isRunEvent(isOfRun)) yield* withoutGaps(isOfRun, seen)
        }
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ApiError || failures >= retries) throw error
      }
      await sleep(500 * 2 ** Math.min(failures, 4), signal)
    }
  }

  /** Uploads a file as an input of runs; unused ones are deleted after a week. */
  async function upload(file: Blob, { name = 'file', signal }: { name?: string; signal?: AbortSignal } = {}): Promise<Upload> {
    const body = new FormData()
    body.append('file', file, file instanceof File ? file.name : name)
    return readAnswer(await send(connection, { method: 'POST', path: '/v1/uploads', body, signal, repeatable: false }))
  }

  /** Fetches a file of a result by its signed link. */
  async function download({ url: link }: Pick<GenerationFile, 'url'>, { signal }: Pick<CallOptions, 'signal'> = {}): Promise<Response> {
    // The link carries its own right, and may lead to another host: the key stays here.
    const to = { ...connection, base: new URL(link, connection.base).href, headers: {} }
    return send(to, { method: 'GET', path: '', signal, repeatable: true }, { stream: true })
  }

  /** Yields works of the library, newest first, page by page. */
  async function* library(query: NonNullable<CallInput<'GET /v1/generations'>['query']> = {}, options: CallOptions = {}) {
    let { cursor } = query
    do {
      const page = await call('GET /v1/generations', { ...options, query: { ...query, ...(cursor && { cursor }) } })
      yield* page.items
      cursor = page.next_cursor ?? undefined
    } while (cursor)
  }

  return { call, generate, wait, stream, upload, download, library }
}

type LooseInput = CallOptions & { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const hasEnded = ({ status }: Pick<Generation, 'status'>): boolean => status !== 'queued' && status !== 'running'

const fillPath = (template: string, path: Record<string, unknown>) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))

function writeQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** The one place that believes the server: the types are those of its document, and a newer server may answer with more. */
async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

type Loose = { event: string; data: unknown }
const isEnd = (event: Loose): event is { event: 'end'; data: Schemas['RunStreamEnd'] } => event.event === 'end'
const isRunEvent = (event: Loose): event is RunEvent => ['generation', 'text', 'thinking'].includes(event.event)

/** Yields an event, and before it the text that was missed: after a reconnection only the state has it. */
function* withoutGaps(event: RunEvent, seen: { text: number }): Generator<RunEvent> {
  if (event.event === 'text') seen.text = event.data.offset + event.data.delta.length
  if (event.event === 'generation') {
    const { id, text } = event.data
    const delta = text?.slice(seen.text) ?? ''
    if (delta) yield { event: 'text', data: { id, offset: seen.text, delta } }
    seen.text += delta.length
  }
  yield event
}
