/**
 * The process of one language model: loads it at its first job and ends with its parent. Ending the process is the only certain way to get
 * its memory back.
 */
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { type ChildMessage, type LlamaJob, type LlamaSettings, parentMessageSchema } from './llama-messages.ts'

/** The part of node-llama-cpp that is used here; the package is installed on demand, so its own types are not there. */
type Token = number
type Sequence = {
  nextTokenIndex: number
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>
}
type Context = { getSequence(): Sequence }
type Model = { tokenizer: unknown; trainContextSize: number; createContext(options: object): Promise<Context> }
type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }
type Wrapper = { generateContextState(options: { chatHistory: HistoryItem[] }): { contextText: { tokenize(tokenizer: unknown): Token[] } } }
type Session = {
  setChatHistory(history: HistoryItem[]): void
  promptWithMeta(prompt: string, options: object): Promise<{ stopReason: string }>
  dispose(): void
}
type Library = {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<Model> }>
  resolveChatWrapper(model: Model, options: object): Wrapper
  LlamaChatSession: new (options: object) => Session
}

/** Tokens of a prompt that are read at once. A cancel takes effect between two steps. */
const readStep = 32
const memoryIntervalMs = 1_000
/** Tokens that an answer gets at least, or the conversation is too long for the model. */
const shortestAnswer = 64
const lowPriority = 10

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C or a service stop reaches the whole process group: the parent drains first, then closes the channel.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
try {
  setPriority(lowPriority)
} catch {
  // A system that forbids it runs the model at the usual priority.
}

const settings: LlamaSettings = JSON.parse(process.argv[2] ?? '{}')
const jobs = new Map<number, AbortController>()
let opened: ReturnType<typeof openModel> | undefined
let last: Promise<unknown> = Promise.resolve()

process.on('message', (received: unknown) => {
  const parsed = v.safeParse(parentMessageSchema, received)
  if (!parsed.success) return
  const message = parsed.output
  if (message.type === 'cancel') return void jobs.get(message.id)?.abort()
  const controller = new AbortController()
  jobs.set(message.id, controller)
  last = last.then(() => run(message.id, message.job, controller.signal)).finally(() => jobs.delete(message.id))
})
setInterval(() => send({ type: 'memory', bytes: process.memoryUsage.rss() }), memoryIntervalMs).unref()

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

async function openModel() {
  const library: Library = await import(pathToFileURL(join(settings.runtime, 'node_modules/node-llama-cpp/dist/index.js')).href)
  const llama = await library.getLlama({
    gpu: 'auto',
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    maxThreads: settings.threads,
  })
  const model = await llama.loadModel({ modelPath: settings.model, useMmap: true })
  const contextSize = Math.min(settings.contextLength, model.trainContextSize)
  const context = await model.createContext({ contextSize, threads: settings.threads, batchSize: 512 })
  // Qwen3 would think aloud for minutes on a CPU.
  const wrapper = library.resolveChatWrapper(model, { customWrapperSettings: { qwen: { thoughts: 'discourage' } } })
  return { library, model, wrapper, sequence: context.getSequence(), contextSize }
}

async function run(id: number, job: LlamaJob, signal: AbortSignal): Promise<void> {
  try {
    opened ??= openModel()
    const { library, model, wrapper, sequence, contextSize } = await opened
    signal.throwIfAborted()
    const history = historyOf(job)
    const prompt = job.turns.at(-1)?.text ?? ''
    const whole: HistoryItem[] = [...history, { type: 'user', text: prompt }, { type: 'model', response: [''] }]
    const tokens = wrapper.generateContextState({ chatHistory: whole }).contextText.tokenize(model.tokenizer)
    const room = contextSize - tokens.length
    if (room < shortestAnswer) return send({ type: 'failed', id, reason: 'too_long' })
    await sequence.clearHistory()
    for (let start = 0; start < tokens.length - 1; start += readStep) {
      signal.throwIfAborted()
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, Math.min(start + readStep, tokens.length - 1)))
    }
    const session = new library.LlamaChatSession({ contextSequence: sequence, chatWrapper: wrapper, autoDisposeSequence: false })
    session.setChatHistory(history)
    let outputTokens = 0
    const { stopReason } = await session.promptWithMeta(prompt, {
      maxTokens: Math.min(job.maxTokens, room),
      temperature: job.temperature,
      signal,
      stopOnAbortSignal: true,
      onToken: (pieces: readonly Token[]) => void (outputTokens += pieces.length),
      onTextChunk: (delta: string) => signal.aborted || send({ type: 'text', id, delta }),
    })
    session.dispose()
    if (signal.aborted) return send({ type: 'failed', id, reason: 'canceled' })
    send({ type: 'done', id, inputTokens: tokens.length, outputTokens, cut: stopReason === 'maxTokens' })
  } catch (error) {
    if (signal.aborted) return send({ type: 'failed', id, reason: 'canceled' })
    send({ type: 'failed', id, reason: 'broken', detail: error instanceof Error ? error.message : String(error) })
  }
}

/** Returns the conversation before the last turn, in the library's form. */
function historyOf({ system, turns }: LlamaJob): HistoryItem[] {
  const earlier = turns
    .slice(0, -1)
    .map(({ role, text }): HistoryItem => (role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] }))
  return [...(system === null ? [] : [{ type: 'system' as const, text: system }]), ...earlier]
}
