import type { AnswerImage } from '#app/contract/protocols/chat.ts'
import type { Asked, Turn } from '#app/contract/studio/turns.ts'
import type { Locale } from '#config'
import type { ProgramBefore } from '../../core/making/generations/program-turns.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import type { Problem } from '../../core/problem.ts'
import type { Keys } from '../../keys.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { ApiRequest } from '../endpoint.ts'
import type { PersonOrKey } from '../requests/identify.ts'
import type { RunFailed } from '../openai/openai-errors.ts'
import type { AnswerEvent } from './answer-events.ts'
import type { ReadAsked } from './fit-asked.ts'
import type { SentTurn } from './sent-turns.ts'

export type TextRequest<Body> = ApiRequest<PersonOrKey, { body: Body }>

/** A request for a text in the words of a run. */
export type SentText = ReadAsked & {
  turns: SentTurn[]
  /** The run that the turns follow, if the request names it. */
  before?: ProgramBefore | undefined
}

/** A run that a protocol answers. `row`: as it was submitted. */
export type TextRun<Body> = {
  body: Body
  row: GenerationRow
  turns: readonly Turn[]
  asked: Asked
  keys: Keys
  /** Reads the images of the finished answer. */
  imagesOf(ended: GenerationRow): Promise<AnswerImage[]>
}

/** Writes the blocks of one streamed answer. */
export type AnswerWriter = {
  blocks(events: AsyncIterable<AnswerEvent>): AsyncGenerator<string>
  /** The last block of a stream that fails after its beginning. `errorId`: of an internal error, in the log. */
  failure(failure: Problem | RunFailed, locale: Locale, errorId?: string): string
}

/** A protocol in which programs ask for texts. `conversation`: its parameter of the turns, which errors and the header name. */
export type Protocol<Body, Answer> = {
  conversation: string
  isStream(body: Body): boolean
  /** Translates the request; refuses a parameter by its name. */
  read(request: TextRequest<Body>, model: ProviderModel): SentText | Promise<SentText>
  answer(run: TextRun<Body>, ended: GenerationRow): Answer | Promise<Answer>
  stream(run: TextRun<Body>): AnswerWriter
}
