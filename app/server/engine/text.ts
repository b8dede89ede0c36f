import { setTimeout as delay } from 'node:timers/promises'
import type { JobContext } from './job.ts'
import { EngineError } from './protocol.ts'
import type { EngineOptions, EngineResult } from './protocol.ts'
import { sentencesOf } from './text/sentences.ts'
import { writeTask } from './text/tasks.ts'
import { languageOf } from './voices.ts'

/** Computing takes milliseconds; the rest of the progress is the writing out. */
const computingShare = 0.2
const tickMs = 20
const msPerWord = 14
const minWritingMs = 300
const maxWritingMs = 1_600

export async function renderText(prompt: string, options: EngineOptions['sketch-text'], context: JobContext): Promise<EngineResult> {
  const language = languageOf(prompt)
  const sentences = sentencesOf(prompt, language)
  if (sentences.length < 2) throw new EngineError('invalid_input', 'text_too_short')
  const text = writeTask(sentences, { ...options, language, checkpoint: context.checkpoint })
  context.progress(computingShare)
  await writeOut(text, context)
  return { text, files: [] }
}

/** Hands a text out word by word, at a pace that can be watched and does not dawdle. */
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
