/** The process of one language model, or of one that makes vectors, which it loads at its first job. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as v from 'valibot'
import { JobError, readSettings, serveJobs } from './child-process.ts'
import { type Embedded, type EmbedJob, embedJobSchema, type LlamaAnswer, llamaJobSchema, type LlamaSettings } from './local-messages.ts'

/** The part of node-llama-cpp that is used here; the package is installed on demand, so its own types are not there. */
type Token = number
type Sequence = {
  nextTokenIndex: number
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>
}
type Context = { getSequence(): Sequence }
type EmbeddingContext = {
  calculateInputLength(input: string): number
  getEmbeddingFor(input: string): Promise<{ vector: readonly number[] }>
}
type Model = {
  tokenizer: unknown
  trainContextSize: number
  createContext(options: object): Promise<Context>
  createEmbeddingContext(options: object): Promise<EmbeddingContext>
}
type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] }
type Wrapper = { generateContextState(options: { chatHistory: HistoryItem[] }): { contextText: { tokenize(tokenizer: unknown): Token[] } } }
type Session = {
  setChatHistory(history: HistoryItem[]): void
  promptWithMeta(prompt: string, options: object): Promise<{ stopReason: string }>
  dispose(): void
}
type Llama = {
  loadModel(options: object): Promise<Model>
  getGrammarFor(type: 'json'): Promise<object>
  createGrammarForJsonSchema(schema: object): Promise<object>
}
type Library = {
  getLlama(options: object): Promise<Llama>
  resolveChatWrapper(model: Model, options: object): Wrapper
  LlamaChatSession: new (options: object) => Session
}

/** Tokens of a prompt that are read at once. A cancel takes effect between two steps. */
const readStep = 32
/** Tokens that an answer gets at least, or the conversation is too long for the model. */
const shortestAnswer = 64

const given = readSettings()
if (given.child === 'llama') {
  const settings = given
  if (settings.purpose === 'embedding') {
    let opened: ReturnType<typeof openEmbedding> | undefined
    serveJobs(embedJobSchema, async (job, { signal }) => embed(await (opened ??= openEmbedding(settings)), job, signal))
  } else {
    let opened: ReturnType<typeof openModel> | undefined
    serveJobs(llamaJobSchema, async (job, tools) => answer(await (opened ??= openModel(settings)), job, tools))
  }
}

async function loadModel(settings: LlamaSettings) {
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
  return { library, llama, model, contextSize: Math.min(settings.contextLength, model.trainContextSize) }
}

async function openEmbedding(settings: LlamaSettings): Promise<EmbeddingContext & { contextSize: number }> {
  const { model, contextSize } = await loadModel(settings)
  // Models that read both ways take a text in one batch only.
  const context = await model.createEmbeddingContext({ contextSize, batchSize: contextSize, threads: settings.threads })
  return {
    contextSize,
    calculateInputLength: (text) => context.calculateInputLength(text),
    getEmbeddingFor: (text) => context.getEmbeddingFor(text),
  }
}

async function embed(context: Awaited<ReturnType<typeof openEmbedding>>, { texts }: EmbedJob, signal: AbortSignal): Promise<Embedded> {
  const lengths = texts.map((text) => context.calculateInputLength(text))
  if (lengths.some((length) => length > context.contextSize)) throw new JobError('too_long')
  const vectors: number[][] = []
  for (const text of texts) {
    signal.throwIfAborted()
    const { vector } = await context.getEmbeddingFor(text)
    const length = Math.hypot(...vector)
    vectors.push(length > 0 ? vector.map((one) => one / length) : [...vector])
  }
  return { vectors, inputTokens: lengths.reduce((sum, length) => sum + length, 0) }
}

async function openModel(settings: LlamaSettings) {
  const { library, llama, model, contextSize } = await loadModel(settings)
  const context = await model.createContext({ contextSize, threads: settings.threads, batchSize: 512 })
  // Qwen3 would think aloud for minutes on a CPU.
  const wrapper = library.resolveChatWrapper(model, { customWrapperSettings: { qwen: { thoughts: 'discourage' } } })
  return { library, llama, model, wrapper, sequence: context.getSequence(), contextSize }
}

type LlamaJob = v.InferOutput<typeof llamaJobSchema>
type Opened = Awaited<ReturnType<typeof openModel>>
type Tools = { signal: AbortSignal; onText(delta: string): void }

async function answer(
  { library, llama, model, wrapper, sequence, contextSize }: Opened,
  job: LlamaJob,
  { signal, onText }: Tools,
): Promise<LlamaAnswer> {
  signal.throwIfAborted()
  const history = historyOf(job)
  const prompt = job.turns.at(-1)?.text ?? ''
  const whole: HistoryItem[] = [...history, { type: 'user', text: prompt }, { type: 'model', response: [''] }]
  const tokens = wrapper.generateContextState({ chatHistory: whole }).contextText.tokenize(model.tokenizer)
  const room = contextSize - tokens.length
  if (room < shortestAnswer) throw new JobError('too_long')
  await sequence.clearHistory()
  for (let start = 0; start < tokens.length - 1; start += readStep) {
    signal.throwIfAborted()
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(start, Math.min(start + readStep, tokens.length - 1)))
  }
  const session = new library.LlamaChatSession({ contextSequence: sequence, chatWrapper: wrapper, autoDisposeSequence: false })
  session.setChatHistory(history)
  const grammar = job.schema ? await llama.createGrammarForJsonSchema(job.schema) : job.json ? await llama.getGrammarFor('json') : undefined
  let outputTokens = 0
  const { stopReason } = await session.promptWithMeta(prompt, {
    maxTokens: Math.min(job.maxTokens, room),
    temperature: job.temperature,
    ...(job.stop.length > 0 && { customStopTriggers: job.stop }),
    ...(job.topP !== undefined && { topP: job.topP }),
    ...(job.seed !== undefined && { seed: job.seed }),
    ...(grammar && { grammar }),
    signal,
    stopOnAbortSignal: true,
    onToken: (pieces: readonly Token[]) => void (outputTokens += pieces.length),
    onTextChunk: onText,
  })
  session.dispose()
  return { inputTokens: tokens.length, outputTokens, cut: stopReason === 'maxTokens' }
}

/** Returns the conversation before the last turn, in the library's form. */
function historyOf({ system, turns }: LlamaJob): HistoryItem[] {
  const earlier = turns
    .slice(0, -1)
    .map(({ role, text }): HistoryItem => (role === 'assistant' ? { type: 'model', response: [text] } : { type: role, text }))
  return [...(system === null ? [] : [{ type: 'system' as const, text: system }]), ...earlier]
}
