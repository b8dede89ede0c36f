import {
  experimental_streamTextLowMemory as streamText,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  simulateStreamingMiddleware,
  type ToolSet,
  wrapLanguageModel,
} from 'ai'
import * as v from 'valibot'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Asked } from '#app/contract/studio/turns.ts'
import type { TextModel, Usage } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'
import { readStops } from '../../stop-texts.ts'
import { classifyError, classifyFailure } from '../classify-error.ts'
import { decodePicture, drawingTool, readDeltaImages, readDrawing } from './read-images.ts'
import { codeTools, googlePages, readFetched, readOutput, readProgram } from './read-tools.ts'
import { countsOf, readUsage } from './read-usage.ts'
import { choiceOf, formatOf, onlyChosen, type ProgramOptions, programOptionsOf, settingsOf, toolsOf } from './program-options.ts'
import { readCalls } from './read-calls.ts'
import { collectReplay } from './replay.ts'
import { type StreamCall, streamCalls, WholeAnswer } from './stream-call.ts'
import { type MessageRules, toMessages } from './to-messages.ts'

type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>
type JsonObject = ProviderOptions[string]
type JsonValue = JsonObject[string]

export type SdkTextOptions = {
  /** The service's id, for the log. */
  provider: string
  model(name: string): Exclude<LanguageModel, string>
  limits: MessageRules
  providerOptions?: ProviderOptions
  /** Sent when a person wants to see the reasoning. */
  thinkingOptions?: ProviderOptions
  /** Sent when a person chooses how long the model thinks. */
  effortOptions?(effort: string, model: string): ProviderOptions
  /** The parameters of a program for which the AI SDK has no name of its own. */
  programOptions?(asked: ProgramOptions): ProviderOptions
  /** The service's own tool, sent when a person wants it to search the web. */
  search?: ToolSet
  /** The service's own tools, sent when a person wants it to read linked pages or to run code. */
  links?: ToolSet
  code?: ToolSet
  /** Set to false for a model that answers at once instead of piece by piece. */
  streams?: boolean
  /** How the model is asked for images in its answer, and the most that it may make. */
  pictures?: PicturesOut
  /** See `TextModel.tagged`. */
  tagged?: true
  /** See `collectReplay`. */
  thoughts?: true
  /** See `onlyChosen`. */
  choosesByTools?: true
  /** Whether JSON of any shape is asked for by a schema, because the server has no mode for it. */
  objectBySchema?: true
}
export type PicturesOut = { most: number; providerOptions?: ProviderOptions; tools?: ToolSet }

/** Characters per token, more than in nearly any language; a server that exceeds the requested length is cut off by this. */
const charactersPerToken = 12

// The SDK would write to the console instead of our log.
globalThis.AI_SDK_LOG_WARNINGS = false

/** Adapts any language model of the AI SDK. */
export function sdkText({
  provider,
  model,
  limits,
  providerOptions,
  thinkingOptions,
  effortOptions,
  programOptions,
  search,
  links,
  code,
  streams = true,
  pictures,
  tagged,
  thoughts,
  choosesByTools,
  objectBySchema,
}: SdkTextOptions): TextModel {
  return {
    kind: 'text',
    ...(tagged && { tagged }),
    async stream({ model: name, system, turns, maxOutputTokens, options, asked: sent, signal, ...on }) {
      const asked = choosesByTools ? onlyChosen(sent) : sent
      const format = asked?.format ?? (options.json === true ? {} : undefined)
      const own = new AbortController()
      const answer: StreamCall = { hasEnded: false, whole: null }
      const effort = typeof options.effort === 'string' && options.effort !== 'auto' ? options.effort : undefined
      const stops = asked?.settings?.stop ?? readStops(options.stop)
      const draws = options.images === false ? undefined : pictures
      const tools = {
        ...(options.search === true && search),
        ...(options.links === true && links),
        ...(options.code === true && code),
        ...draws?.tools,
        ...toolsOf(asked),
      }
      try {
        const messages: ModelMessage[] = await toMessages(turns, limits)
        const { stream } = streamText({
          model: adapt(model(name), {
            provider,
            answer,
            streams,
            format: format && objectBySchema && !format.schema ? { ...format, schema: { type: 'object' } } : format,
            choice: choiceOf(asked),
          }),
          ...(system !== null && { instructions: system }),
          messages,
          allowSystemInMessages: true,
          ...(maxOutputTokens !== undefined && { maxOutputTokens }),
          ...sampling(options),
          ...settingsOf(asked),
          ...(stops.length > 0 && { stopSequences: stops }),
          providerOptions: merged(
            merged(merged(providerOptions, draws?.providerOptions), options.thinking === true ? thinkingOptions : {}),
            merged(effort === undefined ? {} : effortOptions?.(effort, name), asked && programOptions?.(programOptionsOf(asked))),
          ),
          ...(Object.keys(tools).length > 0 && { tools }),
          maxRetries: 0,
          include: { rawChunks: true },
          abortSignal: AbortSignal.any([signal, own.signal]),
          onError: () => undefined,
        })
        const longest = maxOutputTokens === undefined ? Infinity : maxOutputTokens * charactersPerToken
        return await read(stream, {
          provider,
          signal,
          answer,
          longest,
          mostPictures: draws?.most ?? 0,
          on,
          asked,
          ...(thoughts && { thoughts }),
        })
      } catch (error) {
        signal.throwIfAborted()
        throw classifyError(provider, error)
      } finally {
        // Aborts the request, so that the service sends no more.
        own.abort()
      }
    },
  }
}

type Adapting = { provider: string; answer: StreamCall; streams: boolean; format: Asked['format']; choice: ReturnType<typeof choiceOf> }

/**
 * Asks the model for JSON, for a tool, or for a whole answer that is passed on like a stream. The choice of a tool is not a setting of the
 * SDK, which rejects answers of services that do not keep to it.
 */
function adapt(
  model: Exclude<LanguageModel, string>,
  { provider, answer, streams, format, choice }: Adapting,
): Exclude<LanguageModel, string> {
  const asking: LanguageModelMiddleware = {
    transformParams: ({ params: { toolChoice: _usual, ...params } }) =>
      Promise.resolve({
        ...params,
        ...(format && { responseFormat: { type: 'json' as const, ...formatOf(format) } }),
        ...(choice && params.tools && { toolChoice: choice }),
      }),
  }
  const middleware = [asking, streams ? streaming(provider, answer) : simulateStreamingMiddleware()]
  return wrapLanguageModel({ model, middleware })
}

const errorSchema = v.object({ error: v.union([v.string(), v.looseObject({})]) })

/** Streams an answer, also one that the service has given as a whole. */
const streaming = (provider: string, answer: StreamCall): LanguageModelMiddleware => ({
  async wrapStream({ doStream, doGenerate, params, model }) {
    try {
      return await streamCalls.run(answer, () => doStream())
    } catch (error) {
      if (!(error instanceof WholeAnswer) || answer.whole === null) throw error
      const failed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorSchema), answer.whole)
      if (failed.success) throw classifyFailure(provider, { body: failed.output.error, phase: 'stream' })
      const simulated = simulateStreamingMiddleware().wrapStream
      if (!simulated) throw error
      return streamCalls.run(answer, () => simulated({ doStream, doGenerate, params, model }))
    }
  },
})

/** Options that every service supports; only those that the model offers are present. */
function sampling({ temperature, top_p: topP, seed }: OptionValues) {
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof seed === 'number' && { seed }),
  }
}

/** Google keeps what is shown of the thinking and its level in one object. */
function merged(usual: ProviderOptions = {}, more: ProviderOptions = {}): ProviderOptions {
  const services = Object.entries(more).map(([service, own]) => [service, mergedObjects(usual[service], own)])
  return { ...usual, ...Object.fromEntries(services) }
}

const isObject = (value: JsonValue | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

function mergedObjects(usual: JsonObject = {}, more: JsonObject): JsonObject {
  const both = Object.entries(more).map(([key, value]) => {
    const before = usual[key]
    return [key, isObject(before) && isObject(value) ? { ...before, ...value } : value]
  })
  return { ...usual, ...Object.fromEntries(both) }
}

type Parts = ReturnType<typeof streamText>['stream']
type Listeners = Pick<Parameters<TextModel['stream']>[0], 'onText' | 'onCall' | 'onThought' | 'onSource' | 'onUsage' | 'onPicture'>
type ReadOptions = {
  provider: string
  signal: AbortSignal
  answer: StreamCall
  longest: number
  mostPictures: number
  asked: Asked | undefined
  thoughts?: boolean
  on: Listeners
}

async function read(parts: Parts, { provider, signal, answer, longest, mostPictures, asked, thoughts, on }: ReadOptions): Promise<Ended> {
  let length = 0
  /** The usage reported so far. A service's event precedes the piece of text that it carries, and counts it. */
  let reported: Usage = {}
  let searches = 0
  const searched = (times: number) => {
    searches += times
    if (times > 0) on.onUsage?.({ searches })
  }
  let programs = 0
  let images = 0
  const drawn = (encoded: string) => {
    if (images >= mostPictures) return
    images += 1
    on.onPicture?.(decodePicture(provider, encoded))
  }
  const replay = collectReplay({ ...(thoughts && { thoughts }) })
  const calls = readCalls(asked?.tools && asked.choice !== 'none' ? on.onCall : undefined)
  for await (const part of parts) {
    replay.take(part)
    if (calls.take(part)) {
      length += calls.characters()
      if (length >= longest) return { cut: true }
    } else if (part.type === 'text-delta') {
      const rest = longest - length
      length += part.text.length
      on.onText(part.text.slice(0, rest))
      if (Object.keys(reported).length > 0) on.onUsage?.(reported)
      reported = {}
      if (length >= longest) return { cut: true }
    } else if (part.type === 'reasoning-delta') on.onThought?.(part.text)
    else if (part.type === 'ping') on.onThought?.('')
    else if (part.type === 'source') {
      if (part.sourceType === 'url') on.onSource?.({ url: part.url, title: part.title ?? null })
    } else if (part.type === 'file') {
      if (part.file.mediaType.startsWith('image/')) drawn(part.file.base64)
    } else if (part.type === 'tool-result' && part.toolName === drawingTool) drawn(readDrawing(part.output))
    else if (part.type === 'tool-call' && codeTools.has(part.toolName)) {
      programs += 1
      on.onUsage?.({ programs })
      on.onThought?.(readProgram(part.input))
    } else if (part.type === 'tool-result' && codeTools.has(part.toolName)) on.onThought?.(readOutput(part.output))
    else if (part.type === 'tool-result' && part.toolName === 'web_fetch') for (const page of readFetched(part.output)) on.onSource?.(page)
    else if (part.type === 'tool-result' && part.toolName === 'web_search') searched(isSearch(part.output) ? 1 : 0)
    else if (part.type === 'finish-step') {
      searched(googleSearches(part.providerMetadata))
      for (const page of googlePages(part.providerMetadata)) on.onSource?.(page)
    } else if (part.type === 'raw') {
      reported = { ...reported, ...readUsage(part.rawValue) }
      for (const encoded of readDeltaImages(part.rawValue)) drawn(encoded)
    } else if (part.type === 'error') throw explainPart(provider, part.error)
    else if (part.type === 'abort') {
      signal.throwIfAborted()
      throw new ProviderError('temporary', `${provider}: the answer was broken off`)
    } else if (part.type === 'finish') {
      const replayed = asked && replay.parts()
      return { ...finish(provider, part, answer), ...(replayed && { replay: replayed }) }
    }
  }
  throw new ProviderError('temporary', `${provider}: the answer has no end`)
}

const actionSchema = v.object({ action: v.object({ type: v.string() }) })
/** Whether a call of the service's tool was a search. Services that also open found pages name the action. */
function isSearch(output: unknown): boolean {
  const parsed = v.safeParse(actionSchema, output)
  return !parsed.success || parsed.output.action.type === 'search'
}

const groundingSchema = v.object({ google: v.object({ groundingMetadata: v.object({ webSearchQueries: v.array(v.string()) }) }) })
/** Google reports its searches at the end, and as no calls of a tool. */
function googleSearches(metadata: unknown): number {
  const parsed = v.safeParse(groundingSchema, metadata)
  return parsed.success ? parsed.output.google.groundingMetadata.webSearchQueries.length : 0
}

type Ended = Awaited<ReturnType<TextModel['stream']>>
type Finish = Extract<Parts extends AsyncIterable<infer Part> ? Part : never, { type: 'finish' }>

function finish(provider: string, { finishReason, rawFinishReason, totalUsage }: Finish, answer: StreamCall): Ended {
  if (finishReason === 'content-filter') throw new ProviderError('refused', `${provider}: the service refused the content`)
  // Without a reason, and without the mark of an end, the stream was interrupted.
  const isOpen = finishReason === 'other' && rawFinishReason === undefined && !answer.hasEnded
  if (finishReason === 'interrupted' || finishReason === 'error' || isOpen)
    throw new ProviderError('temporary', `${provider}: the answer is not whole`)
  return {
    ...countsOf({
      ...totalUsage,
      cachedTokens: totalUsage.inputTokenDetails.cacheReadTokens,
      reasoningTokens: totalUsage.outputTokenDetails.reasoningTokens,
    }),
    ...(finishReason === 'length' && { cut: true }),
    ...(finishReason === 'tool-calls' && { called: true }),
  }
}

/** Explains an error within a stream, which is the service's own object or text unless it is the SDK's error. */
function explainPart(provider: string, error: unknown): ProviderError {
  return error instanceof Error ? classifyError(provider, error) : classifyFailure(provider, { body: error, phase: 'stream' })
}
