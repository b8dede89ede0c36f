import * as v from 'valibot'
import { type EngineJob, engineOptions, type EngineOptions } from '@quartet/engine/protocol/options.ts'

/** The film of the benchmarks: the default options, which are five seconds of 720p with music. */
export const filmOf = (prompt: string, seed: number, options: Partial<EngineOptions['sketch-video']> = {}): EngineJob => ({
  model: 'sketch-video',
  prompt,
  options: v.parse(engineOptions['sketch-video'], { seed, ...options }),
  inputs: [],
})
