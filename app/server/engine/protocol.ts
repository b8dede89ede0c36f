/**
 * What the rest of the house says to the built-in engine, and what it answers.
 *
 * The engine runs in a child process of its own (`main.ts`), which renders on worker threads (`render.ts`). The parent talks
 * to it through `openEngine` in `engine.ts`. Nothing else may import from this folder, but for pure lists and the reader of prompts in
 * `understanding`, which load no native package.
 */

/** The models of the built-in engine, by their public ids. */
export const engineModels = ['sketch-image', 'sketch-video', 'sketch-speech', 'sketch-music', 'sketch-text'] as const
export type EngineModel = (typeof engineModels)[number]

export const aspects = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9'] as const
export type Aspect = (typeof aspects)[number]
export const pictureStyles = ['auto', 'poster', 'watercolour', 'ink', 'low-poly', 'pixel', 'paper', 'line', 'neon'] as const
export type PictureStyle = (typeof pictureStyles)[number]
export const soundFormats = ['mp3', 'opus', 'wav', 'm4a'] as const
export type SoundFormat = (typeof soundFormats)[number]

/** Options arrive validated against the model's JSON Schema, with every default filled in. */
export type EngineOptions = {
  'sketch-image': {
    aspect: Aspect
    /** Longer side in pixels. */
    size: '512' | '1024' | '1536' | '2048'
    style: PictureStyle
    /** Words of what is not wanted. */
    negative: string
    count: number
    /** Leaves the background out where the prompt is a shape, not a place. */
    transparent: boolean
    format: 'png' | 'webp' | 'avif'
    /** Whether the file's metadata names the prompt. */
    embed_prompt: boolean
    seed: number
  }
  'sketch-video': {
    aspect: Aspect
    resolution: '480p' | '720p' | '1080p'
    fps: '24' | '30'
    duration: number
    style: PictureStyle
    camera: 'auto' | 'pan' | 'zoom-in' | 'zoom-out' | 'tilt' | 'orbit' | 'still'
    negative: string
    sound: 'music' | 'narration' | 'both' | 'none'
    /** What the narrator says; the prompt itself when empty. */
    narration: string
    voice: string
    subtitles: 'none' | 'burnt' | 'webvtt'
    format: 'mp4' | 'webm'
    embed_prompt: boolean
    seed: number
  }
  'sketch-speech': {
    voice: string
    speed: number
    pitch: number
    /** How long the pauses are, as a factor. */
    pauses: number
    format: SoundFormat
    subtitles: 'none' | 'srt' | 'webvtt'
    embed_prompt: boolean
  }
  'sketch-music': {
    duration: number
    genre: 'auto' | 'ambient' | 'lo-fi' | 'synthwave' | 'waltz' | 'march' | 'techno' | 'folk' | 'cinematic'
    /** Beats a minute; 0: as the prompt and the genre have it. */
    tempo: number
    key: 'auto' | 'C' | 'D' | 'E' | 'F' | 'G' | 'A' | 'B'
    loop: boolean
    format: SoundFormat
    embed_prompt: boolean
    seed: number
  }
  'sketch-text': {
    task: 'summary' | 'key-points' | 'keywords' | 'outline' | 'headlines' | 'search-snippet' | 'readability' | 'verse'
    length: 'short' | 'medium' | 'long'
  }
}

export type EngineInput = { role: 'reference' | 'first_frame' | 'source' | 'mask'; path: string; mediaType: string }

export type EngineJob = {
  [M in EngineModel]: { model: M; prompt: string; options: EngineOptions[M]; inputs: EngineInput[] }
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
  /** The same at most 320 px wide. */
  thumbnail: { path: string; mediaType: 'image/webp'; width: number; height: number } | null
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
 * `unavailable`: the model's optional packages are missing. `crashed`: the child or a thread died, twice.
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
