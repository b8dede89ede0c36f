import type { EngineOptions } from '../protocol/options.ts'
import { languageOf } from '../protocol/voices.ts'
import type { SpeechLanguage } from '../protocol/voices.ts'
import { readInstruction } from './instruction.ts'
import type { Instruction } from './instruction.ts'
import type { Task } from './instruction-words.ts'
import { isChatRequest, opensLikeRequest } from './request.ts'
import { splitSentences } from './split.ts'

type TextOptions = EngineOptions['sketch-text']

/** The plan for a prompt: the task, its text, and the reason if it cannot be done. */
export type TextPlan = TextOptions & {
  instruction: Instruction | null
  /** Sentences, points or words that the instruction asks for. */
  count: number | null
  subject: string
  /** The language of the result. */
  language: SpeechLanguage
  /** The number of sentences in the first `countedLength` characters. */
  sentences: number
  problem: 'needs_language_model' | 'too_short' | null
  /** Several sentences that begin like a request for writing; they are worked on as a text. */
  isRequestLike: boolean
}

/** With fewer sentences there is nothing to omit. */
export const minSentences: Record<Task, number> = {
  summary: 3,
  'key-points': 3,
  outline: 4,
  headlines: 2,
  'search-snippet': 2,
  keywords: 1,
  readability: 1,
  verse: 0,
}

/** Characters to count sentences in; beyond that a text has enough of them. */
const countedLength = 5_000

export function planText(prompt: string, options: TextOptions): TextPlan {
  const instruction = readInstruction(prompt)
  const task = instruction?.task ?? options.task
  const subject = instruction?.subject ?? prompt
  const language = languageOf(subject === '' ? prompt : subject)
  const sentences = splitSentences(subject.slice(0, countedLength), language).length
  // "Pack light." counts; "Hello!" does not.
  const phrases = sentences > 1 ? sentences : splitSentences(subject.slice(0, countedLength), language, 2).length
  const isRequest = !instruction && task !== 'verse' && isChatRequest(prompt, phrases, language)
  return {
    task,
    length: instruction?.isBrief ? 'short' : options.length,
    instruction,
    count: instruction?.count ?? null,
    subject,
    language,
    sentences,
    problem: isRequest ? 'needs_language_model' : isTooShort(task, subject, sentences, instruction) ? 'too_short' : null,
    isRequestLike: !instruction && task !== 'verse' && opensLikeRequest(prompt, language),
  }
}

function isTooShort(task: Task, subject: string, sentences: number, instruction: Instruction | null): boolean {
  // A single word is enough of a theme, and "write a poem" leaves it open.
  if (task === 'verse') return !instruction && !/\p{L}/u.test(subject)
  return sentences < minSentences[task]
}
