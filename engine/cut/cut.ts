import type { JobContext } from '../job.ts'
import type { CutStep } from '../protocol/cut.ts'
import { EngineError, type EngineResult } from '../protocol/engine.ts'
import type { EngineOptions } from '../protocol/options.ts'
import { speakLines } from './speak-lines.ts'

/** Takes one of the two steps of a film. */
export async function renderCut(cut: CutStep, _options: EngineOptions['sketch-film'], context: JobContext): Promise<EngineResult> {
  if (cut.step === 'speak') return { text: null, files: [], spoken: await speakLines(cut.lines, context) }
  throw new EngineError('unavailable', 'films are not made yet')
}
