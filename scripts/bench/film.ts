import type { EngineJob, EngineOptions } from '#engine/protocol/options.ts'

/** The film of the benchmarks: five seconds of 720p with music. */
export const filmOf = (prompt: string, seed: number, options: Partial<EngineOptions['sketch-video']> = {}): EngineJob => ({
  model: 'sketch-video',
  prompt,
  options: {
    aspect: '16:9',
    resolution: '720p',
    fps: '30',
    duration: 5,
    style: 'auto',
    camera: 'auto',
    negative: '',
    sound: 'music',
    narration: '',
    voice: 'auto',
    subtitles: 'none',
    format: 'mp4',
    embed_prompt: true,
    seed,
    ...options,
  },
  inputs: [],
})
