import type { JobContext } from '../job.ts'
import type { Sound } from '../sound/pcm.ts'
import { EngineError } from '../protocol/engine.ts'
import type { SpokenWord } from '../speech/parts.ts'

/** Silence before the first word and after the last one. */
const leadMs = 350
const tailMs = 650
const longestSeconds = 15
/** Highest comfortable speed of speech, as a factor. */
const fastest = 1.25
/** Characters that the longest film can hold at the highest speed, at most. */
const maxLength = 1_200
/** Characters that the slowest voice speaks in the longest film. */
const maxPromptLength = 200
const speakerPackage = '@echogarden/espeak-ng-emscripten'

export type Narration = {
  voice: Sound
  voiceAtMs: number
  /** Timed from the beginning of the film. */
  words: SpokenWord[]
  /** The film's length: as asked, or longer if the words need it. */
  seconds: number
}

/** The longest part of a prompt that fits, cut after a sentence or at least after a word. */
export function narrationFromPrompt(prompt: string): string {
  const whole = prompt.replace(/\s+/gu, ' ').trim()
  if (whole.length <= maxPromptLength) return whole
  const start = whole.slice(0, maxPromptLength)
  const sentenceEnd = Math.max(...['.', '!', '?', '…'].map((stop) => start.lastIndexOf(`${stop} `)))
  if (sentenceEnd > maxPromptLength / 3) return start.slice(0, sentenceEnd + 1)
  return start.slice(0, Math.max(start.lastIndexOf(' '), 1))
}

/**
 * Speaks the narration of a film. A long text is spoken slightly faster, then the film gets longer, and a text beyond that is refused.
 */
export async function narrate(text: string, options: { voice: string; seconds: number; context: JobContext }): Promise<Narration> {
  if (text.length > maxLength) throw tooLong()
  const { voice, seconds, context } = options
  // Loaded lazily: most films need no voice, and they work without the package.
  const { speak } = await import('../speech/speech.ts').catch((cause: unknown) => {
    throw new EngineError('unavailable', `missing: ${speakerPackage}`, { cause })
  })
  const quiet = { checkpoint: context.checkpoint, progress: () => {} }
  const say = (speed: number) => speak(text, { voice, speed, pitch: 1, pauses: 1, context: quiet })
  let spoken = await say(1)
  const room = (filmSeconds: number) => filmSeconds * 1000 - leadMs - tailMs
  const lengthMs = spokenMs(spoken.words)
  if (lengthMs > room(longestSeconds) * fastest) throw tooLong()
  if (lengthMs > room(seconds)) {
    // Keeps the requested length if the words fit; otherwise the film grows until a slightly faster voice fits.
    const speed = Math.min(fastest, Math.max(lengthMs / room(longestSeconds), Math.min(lengthMs / room(seconds), 1.12)))
    spoken = await say(Math.ceil(speed * 50) / 50)
  }
  const needed = Math.ceil(((spokenMs(spoken.words) + leadMs + tailMs) / 1000) * 2) / 2
  if (needed > longestSeconds + 0.5) throw tooLong()
  return {
    voice: spoken.sound,
    voiceAtMs: leadMs,
    words: spoken.words.map((word) => ({ ...word, startMs: word.startMs + leadMs, endMs: word.endMs + leadMs })),
    seconds: Math.min(longestSeconds, Math.max(seconds, needed)),
  }
}

/** Time at which the last word ends. */
const spokenMs = (words: SpokenWord[]) => words.at(-1)?.endMs ?? 0

const tooLong = () => new EngineError('invalid_input', 'narration_too_long')
