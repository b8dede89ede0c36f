import type { Source } from '#app/contract/runs/generations.ts'
import type { ToolCall } from '#app/contract/studio/turns.ts'
import type { CatalogueModel } from '../catalogue/model.ts'
import type { CallPiece, RawResult, TextModel, Turn, Usage } from '../kinds.ts'
import { placeOfFailure, type ProducedFile, ProviderError, type RunContext, type RunRequest, type RunResult } from '../provider.ts'
import { splitThoughts } from '../split-thoughts.ts'
import { wholeCharacters } from '../whole-characters.ts'
import { openPreviews } from './open-previews.ts'
import { followingSchema } from './text/json-answer.ts'
import { sdkMajor } from '../sdk-major.ts'
import { limitTime } from './time-limit.ts'

/** Limit in model tokens for models without a stated one. */
const usualMaxOutputTokens = 4_096

/** Characters per model token, at most. By this estimate, unreported usage costs about as much as reported usage. */
const charactersPerToken = 3
const estimateTokens = (characters: number) => Math.ceil(characters / charactersPerToken)

/** Characters of the thinking that are kept. */
const longestThinking = 100_000
const mostSources = 30
const longestTitle = 300
const longestUrl = 2_000

/** Whether a found page may become a link. */
const isLink = (url: string) => url.length <= longestUrl && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

type ReceivePictures = (pictures: readonly RawResult[]) => Promise<ProducedFile[]>
type TextJob = {
  model: CatalogueModel
  request: RunRequest
  context: RunContext
  times: { textMs: number; idleMs: number }
  receive: ReceivePictures
}

/** Runs a text model once. An answer without a text is an end of its own, because a repeated call would cost as much again. */
// oxlint-disable-next-line max-lines-per-function -- One switch over the parts of an answer, which share its counters.
export async function runText(service: TextModel, { model, request, context, times, receive }: TextJob): Promise<RunResult> {
  const { system, max_output_tokens: longest, ...options } = request.options
  const { program } = request
  const turns: Turn[] = program?.turns ?? [...(request.history ?? []), { role: 'user', text: request.prompt, files: request.inputs }]
  using limit = limitTime(context.signal, { totalMs: times.textMs, idleMs: times.idleMs })
  const characters = charactersOf(turns) + (program ? JSON.stringify(program.asked).length : 0)
  let text = ''
  let reported: Usage = { ...(options.search === true && { searches: 0 }), ...(options.code === true && { programs: 0 }) }
  let thinking = ''
  const pictures: RawResult[] = []
  using previews = openPreviews(context)
  const sources = new Map<string, Source>()
  /** Number of characters, reasoning included, that the reported output tokens cover. */
  let covered = 0
  const used = () => ({
    ...(reported.searches !== undefined && { searches: reported.searches }),
    ...(reported.programs !== undefined && { programs: reported.programs }),
    // A stopped answer has no images, so that only those of a finished one are charged.
    ...(model.pictures !== undefined && { images: 0 }),
    inputTokens: reported.inputTokens ?? estimateTokens(characters),
    outputTokens: (reported.outputTokens ?? 0) + estimateTokens(written() - covered),
  })
  const calls = collectCalls(program?.asked.parallel === false ? 1 : Number.POSITIVE_INFINITY)
  const written = () => text.length + thinking.length + calls.characters()
  // U+0000 is the only character that no database stores in a text.
  const say = wholeCharacters((delta) => {
    text += delta
    context.onText(delta, used())
  })
  const think = wholeCharacters((piece) => {
    const delta = piece.slice(0, longestThinking - thinking.length)
    const added = thinking === '' ? delta.trimStart() : delta
    if (added === '') return
    thinking += added
    context.onThinking?.(added, used())
  })
  const split = splitThoughts({
    onText: say.write,
    onThought: think.write,
    onTextWasThought() {
      say.end()
      thinking = (thinking + text).trimStart().slice(0, longestThinking)
      text = ''
      context.onTextWasThinking?.(thinking, used())
    },
  })
  const write = service.tagged ? split.write : say.write
  try {
    const asks = model.can ? followingSchema(service, model.can) : service
    const { cut, called, replay, ...usage } = await asks.stream({
      model: model.model,
      options,
      signal: limit.signal,
      idempotencyKey: request.generationId,
      system: typeof system === 'string' && system.trim() ? system : null,
      turns,
      maxOutputTokens: program ? program.longest : typeof longest === 'number' ? longest : (model.maxOutputTokens ?? usualMaxOutputTokens),
      ...(program && { asked: program.asked }),
      onCall(piece) {
        if (limit.signal.aborted) return
        limit.alive()
        if (calls.add(piece)) context.onCalls?.(calls.list(), used())
      },
      onText(piece) {
        if (limit.signal.aborted) return
        limit.alive()
        write(piece.replaceAll('\0', ''))
      },
      onThought(piece) {
        if (limit.signal.aborted) return
        limit.alive()
        think.write(piece.replaceAll('\0', ''))
      },
      onSource({ url, title }) {
        if (sources.size < mostSources && isLink(url))
          sources.set(url, { url, title: title?.replaceAll('\0', '').slice(0, longestTitle) ?? null })
      },
      onPicture(bytes) {
        if (limit.signal.aborted) return
        limit.alive()
        pictures.push({ bytes })
        previews.show(bytes)
      },
      onUsage(usage) {
        reported = { ...reported, ...usage }
        if (usage.outputTokens !== undefined) covered = written()
      },
    })
    limit.signal.throwIfAborted()
    if (service.tagged) split.end()
    think.end()
    say.end()
    const hasText = text.trim() !== ''
    if (!hasText && pictures.length === 0 && calls.list().length === 0)
      throw withoutAnswer(model.id, { cut, called, hasThought: thinking.trim() !== '' })
    return {
      text: hasText ? text : null,
      files: await receiveDrawn(pictures, receive),
      usage: { ...used(), ...usage, ...(model.pictures !== undefined && { images: pictures.length }) },
      ...(cut && { cut }),
      ...(calls.list().length > 0 && { calls: calls.list() }),
      ...(replay && { replay: { sdk: sdkMajor, model: model.id, parts: replay } }),
      ...(thinking && { thinking }),
      ...((options.search === true || options.links === true) && { sources: [...sources.values()] }),
    }
  } catch (error) {
    throw limit.explain(error)
  }
}

const charactersOf = (turns: readonly Turn[]) =>
  turns.reduce((sum, { text, calls = [] }) => sum + text.length + calls.reduce((all, { input }) => all + input.length, 0), 0)

const openCall = (written: ToolCall) => ({ written, ...wholeCharacters((piece) => void (written.input += piece)) })

/** Puts calls together from their pieces, at most this many. */
function collectCalls(most: number) {
  const calls = new Map<string, ReturnType<typeof openCall>>()
  let characters = 0
  return {
    /** Returns false for a piece of a call beyond the most. */
    add({ id, name, delta }: CallPiece): boolean {
      if (!calls.has(id) && calls.size >= most) return false
      const call = calls.get(id) ?? openCall({ id, name, input: '' })
      calls.set(id, call)
      characters += delta.length
      call.write(delta.replaceAll('\0', ''))
      return true
    },
    list: (): ToolCall[] => [...calls.values()].map(({ written }) => ({ ...written })),
    characters: () => characters,
  }
}

type Ending = { cut: boolean | undefined; called: boolean | undefined; hasThought: boolean }

/** The end of an answer that has neither text nor images. The service did its work, so it is not asked again. */
function withoutAnswer(model: string, { cut, called, hasThought }: Ending): ProviderError {
  if (called) return new ProviderError('called_tool', `${model}: the answer is only a call of a tool`)
  if (cut) return new ProviderError('thought_to_limit', `${model}: the limit was reached before the answer began`)
  return hasThought
    ? new ProviderError('thoughts_only', `${model}: the answer has only reasoning`)
    : new ProviderError('empty_answer', `${model}: the answer was empty`)
}

/** Receives the images of an answer. Whatever is wrong with one, another request would be billed as much again. */
async function receiveDrawn(pictures: readonly RawResult[], receive: ReceivePictures): Promise<ProducedFile[]> {
  try {
    return await receive(pictures)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ProviderError(error.code, error.message, { ...placeOfFailure(error), cause: error, final: true })
  }
}
