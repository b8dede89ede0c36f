import type { JobContext } from '../job.ts'
import type { Sound } from '../pcm.ts'
import { EngineError } from '../protocol.ts'
import type { SpokenWord } from './cues.ts'

/** Before the first word, and after the last one. */
const leadMs = 350
const tailMs = 650
const longestSeconds = 15
/** Faster than this nobody likes to listen. */
const fastest = 1.25
/** Spoken at the longest film's length, as fast as may be, with room to spare: more is not even tried. */
const maxLength = 1_200
/** What the slowest voice says in the longest film. */
const maxPromptLength = 200
const speakerPackage = '@echogarden/espeak-ng-emscripten'

export type Narration = {
  voice: Sound
  /** Where the voice begins in the film. */
  voiceAtMs: number
  /** In the film's own time. */
  words: SpokenWord[]
  /** How long the film is with it: as asked, or longer where the words need it. */
  seconds: number
}

/** As much of a prompt as fits, up to the end of a sentence or at least of a word: nobody wrote it to be read aloud. */
export function narrationFromPrompt(prompt: string): string {
  const whole = prompt.replace(/\s+/gu, ' ').trim()
  if (whole.length <= maxPromptLength) return whole
  const start = whole.slice(0, maxPromptLength)
  const sentenceEnd = Math.max(...['.', '!', '?', '…'].map((stop) => start.lastIndexOf(`${stop} `)))
  if (sentenceEnd > maxPromptLength / 3) return start.slice(0, sentenceEnd + 1)
  return start.slice(0, Math.max(start.lastIndexOf(' '), 1))
}

/** Speaks the narration of a film. What does not fit is spoken a little faster, then the film gets longer, and more than that is refused. */
export async function narrate(text: string, options: { voice: string; seconds: number; context: JobContext }): Promise<Narration> {
  if (text.length > maxLength) throw tooLong()
  const { voice, seconds, context } = options
  // Loaded here: most films need no voice, and can be made where it is not installed.
  const { speak } = await import('../speech.ts').catch((cause: unknown) => {
    throw new EngineError('unavailable', `missing: ${speakerPackage}`, { cause })
  })
  const quiet = { checkpoint: context.checkpoint, progress: () => {} }
  const say = (speed: number) => speak(text, { voice, speed, pitch: 1, pauses: 1, context: quiet })
  let spoken = await say(1)
  const room = (filmSeconds: number) => filmSeconds * 1000 - leadMs - tailMs
  const lengthMs = spokenMs(spoken.words)
  if (lengthMs > room(longestSeconds) * fastest) throw tooLong()
  if (lengthMs > room(seconds)) {
    // As long as was asked where that will do; else as much longer as a hardly hurried voice needs.
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

/** To the end of the last word; after it comes only silence. */
const spokenMs = (words: SpokenWord[]) => words.at(-1)?.endMs ?? 0

const tooLong = () => new EngineError('invalid_input', 'narration_too_long')
