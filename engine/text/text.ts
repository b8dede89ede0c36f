import { setTimeout as delay } from 'node:timers/promises'
import type { JobContext } from '../job.ts'
import { EngineError } from '../protocol/engine.ts'
import type { EngineResult } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { writeHaiku } from './haiku.ts'
import { planText } from './plan.ts'
import { sentencesOf } from './sentences.ts'
import { writeTask } from './tasks.ts'
import { writeVerse } from './verse.ts'
import { titlePhrase } from './verse/themes.ts'

/** Computing takes milliseconds; the rest of the progress is the output of the text. */
const computingShare = 0.2
const tickMs = 20
const msPerWord = 6
const minWritingMs = 100
const maxWritingMs = 250

export async function renderText(prompt: string, options: EngineOptions['sketch-text'], context: JobContext): Promise<EngineResult> {
  const text = await compose(prompt, options, context)
  context.progress(computingShare)
  await writeOut(text, context)
  return { text, files: [] }
}

async function compose(prompt: string, options: EngineOptions['sketch-text'], { checkpoint }: JobContext): Promise<string> {
  const { problem, task, length, language, subject, instruction, count } = planText(prompt, options)
  if (problem) throw new EngineError('invalid_input', problem === 'too_short' ? 'text_too_short' : 'no_language_model')
  const theme = instruction?.theme ?? null
  if (instruction?.isHaiku) return writeHaiku(subject, { language, theme })
  if (task === 'verse')
    return writeVerse(subject, { length, language, theme: theme ?? (instruction ? null : titlePhrase(subject)), checkpoint })
  return writeTask(sentencesOf(subject, language), { task, length, language, count, checkpoint })
}

/** Emits a text word by word: fast enough that nobody waits, slowly enough that it visibly grows. */
async function writeOut(text: string, context: JobContext): Promise<void> {
  const pieces = text.match(/(?:^\s+)?\S+\s*/gu) ?? []
  const totalMs = Math.min(maxWritingMs, Math.max(minWritingMs, pieces.length * msPerWord))
  const startedAt = performance.now()
  let written = 0
  while (written < pieces.length) {
    await delay(tickMs)
    context.checkpoint()
    // Paced by the clock, so that a busy machine emits larger pieces instead of taking longer.
    const due = Math.ceil((pieces.length * Math.min(totalMs, performance.now() - startedAt)) / totalMs)
    if (due <= written) continue
    context.text(pieces.slice(written, due).join(''))
    written = due
    context.progress(computingShare + ((1 - computingShare) * written) / pieces.length)
  }
}
