import type { FilmReport, SpokenLine } from './cut.ts'
import type { EngineModel } from './models.ts'
import type { EngineJob } from './options.ts'

/** A file made by a job, in the scratch folder; the caller moves it away or deletes it. */
export type EngineFile = {
  path: string
  mediaType: string
  width: number | null
  height: number | null
  /** Milliseconds. */
  durationMs: number | null
  /** A WebP still of a picture or video, at most 640 px wide. */
  poster: { path: string; mediaType: 'image/webp'; width: number; height: number } | null
  /** The same still, at most 320 px wide. */
  thumbnail: { path: string; mediaType: 'image/webp'; width: number; height: number } | null
  /** Loudness over time, 0..1, for drawing a waveform: 200 values for anything with sound, else null. */
  peaks: number[] | null
}

export type EngineResult = {
  text: string | null
  files: EngineFile[]
  /** The lines of a film's first step, in its order. */
  spoken?: SpokenLine[]
  /** The report of a film's second step. */
  film?: FilmReport
}

/** The reason why a model cannot be used on this machine; `null` means that it can. */
export type EngineCapabilities = Record<EngineModel, { missing: string[] } | null>

export type EngineRunOptions = {
  /** Aborting stops the render within 200 ms and rejects with an `EngineError` of class `canceled`. */
  signal: AbortSignal
  /** Progress of the real work, 0..1; never decreases. */
  onProgress(progress: number): void
  /** Receives the next piece of the text, to be appended. */
  onText(delta: string): void
  /** Receives the picture or frame as it is at the moment: a `data:` URL of at most 2 kB, which replaces the one before. */
  onPreview?(preview: string): void
}

/**
 * `invalid_input`: this prompt cannot be rendered (for instance a summary of three words); the message is a code that the app translates.
 * `unavailable`: the model's optional packages are missing. `crashed`: the child or a thread died, twice.
 */
export type EngineErrorClass = 'canceled' | 'invalid_input' | 'unavailable' | 'crashed' | 'internal'

/** The message of a job whose thread a damaged film has stopped. */
export const stuckFilm = 'a film has stopped the parser'

export class EngineError extends Error {
  readonly class: EngineErrorClass
  constructor(errorClass: EngineErrorClass, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineError'
    this.class = errorClass
  }
}

export type Engine = {
  /** The models that this machine can run; known once the child has probed its optional packages. */
  capabilities(): Promise<EngineCapabilities>
  run(job: EngineJob, options: EngineRunOptions): Promise<EngineResult>
  /** Ends the child; running jobs reject with class `canceled`. */
  close(): Promise<void>
}
