import { setTimeout as delay } from 'node:timers/promises'
import type { JobContext } from './job.ts'
import { EngineError } from './protocol.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'
import { isChatRequest } from './text/request.ts'
import { sentencesOf } from './text/sentences.ts'
import { writeTask } from './text/tasks.ts'
import { writeVerse } from './text/verse.ts'
import { languageOf } from './voices.ts'
import type { SpeechLanguage } from './voices.ts'

/** Computing takes milliseconds; the rest of the progress is the writing out. */
const computingShare = 0.2
const tickMs = 20
const msPerWord = 6
const minWritingMs = 100
const maxWritingMs = 250

export async function renderText(prompt: string, options: EngineOptions['sketch-text'], context: JobContext): Promise<EngineResult> {
  const language = languageOf(prompt)
  const text = compose(prompt, options, language, context)
  context.progress(computingShare)
  await writeOut(text, context)
  return { text, files: [] }
}

function compose(prompt: string, options: EngineOptions['sketch-text'], language: SpeechLanguage, context: JobContext): string {
  const asked = { ...options, language, checkpoint: context.checkpoint }
  if (options.task === 'verse') {
    // A single word is enough of a theme; nothing to read is none.
    if (!/\p{L}/u.test(prompt)) throw new EngineError('invalid_input', 'text_too_short')
    return writeVerse(prompt, asked)
  }
  const sentences = sentencesOf(prompt, language)
  if (isChatRequest(prompt, sentences, language)) throw new EngineError('invalid_input', 'no_language_model')
  if (sentences.length < 2) throw new EngineError('invalid_input', 'text_too_short')
  return writeTask(sentences, asked)
}

/** Hands a text out word by word: quickly enough that nobody waits for it, and still it can be seen to grow. */
async function writeOut(text: string, context: JobContext): Promise<void> {
  const pieces = text.match(/\s*\S+\s*$|\s*\S+/gu) ?? []
  const totalMs = Math.min(maxWritingMs, Math.max(minWritingMs, pieces.length * msPerWord))
  const startedAt = performance.now()
  let written = 0
  while (written < pieces.length) {
    await delay(tickMs)
    context.checkpoint()
    // By the clock, so that a busy machine writes larger pieces rather than longer.
    const due = Math.ceil((pieces.length * Math.min(totalMs, performance.now() - startedAt)) / totalMs)
    if (due <= written) continue
    context.text(pieces.slice(written, due).join(''))
    written = due
    context.progress(computingShare + ((1 - computingShare) * written) / pieces.length)
  }
}
