/**
 * What the rest of the house says to the built-in engine, and what it answers.
 *
 * The engine runs in a child process of its own (`main.ts`), which renders on worker threads (`render.ts`). The parent talks
 * to it through `openEngine` in `engine.ts`; nothing else may import from this folder.
 */

/** The models of the built-in engine, by their public ids. */
export const engineModels = ['sketch-image', 'sketch-video', 'sketch-speech', 'sketch-music', 'sketch-text'] as const
export type EngineModel = (typeof engineModels)[number]

/** Options arrive validated against the model's JSON Schema, with every default filled in. */
export type EngineOptions = {
  'sketch-image': { aspect: '1:1' | '4:3' | '3:4' | '16:9' | '9:16'; format: 'png' | 'webp'; seed: number }
  'sketch-video': { aspect: '16:9' | '9:16' | '1:1'; duration: number; sound: 'music' | 'none'; seed: number }
  'sketch-speech': { voice: string; speed: number; format: 'mp3' | 'wav' }
  'sketch-music': { duration: number; format: 'mp3' | 'wav'; seed: number }
  'sketch-text': { task: 'summary' | 'key-points' | 'outline' | 'headlines'; length: 'short' | 'medium' | 'long' }
}

export type EngineJob = {
  [M in EngineModel]: { model: M; prompt: string; options: EngineOptions[M] }
}[EngineModel]

/** A file that a job made, lying in the scratch folder; the caller moves it away or deletes it. */
export type EngineFile = {
  path: string
  mediaType: string
  width: number | null
  height: number | null
  /** Milliseconds. */
  durationMs: number | null
  /** A WebP still of a picture or video, at most 640 px wide. */
  poster: { path: string; mediaType: 'image/webp'; width: number; height: number } | null
  /** Loudness over time, 0..1, for drawing a waveform: 200 values for anything with sound, else null. */
  peaks: number[] | null
}

export type EngineResult = { text: string | null; files: EngineFile[] }

/** Why a model cannot be used on this machine; `null` means it can. */
export type EngineCapabilities = Record<EngineModel, { missing: string[] } | null>

export type EngineRunOptions = {
  /** Aborting stops the render within 200 ms and rejects with an `EngineError` of class `canceled`. */
  signal: AbortSignal
  /** Real work done, 0..1, never going back. */
  onProgress(progress: number): void
  /** Text as it is written: pieces to append in order. */
  onText(delta: string): void
}

/**
 * `invalid_input`: this prompt cannot be rendered (for instance a summary of three words); the message is a code for the person's text.
 * `unavailable`: the model's optional packages are missing. `crashed`: the child or a thread died; trying again may help.
 */
export type EngineErrorClass = 'canceled' | 'invalid_input' | 'unavailable' | 'crashed' | 'internal'

export class EngineError extends Error {
  readonly class: EngineErrorClass
  constructor(errorClass: EngineErrorClass, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineError'
    this.class = errorClass
  }
}

export type Engine = {
  /** What this machine can render; known once the child has probed its optional packages. */
  capabilities(): Promise<EngineCapabilities>
  run(job: EngineJob, options: EngineRunOptions): Promise<EngineResult>
  /** Ends the child; running jobs reject with class `canceled`. */
  close(): Promise<void>
}
