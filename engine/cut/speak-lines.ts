import { openSoundFile } from '../media/encode-audio.ts'
import type { JobContext } from '../job.ts'
import type { LineWish, SpokenLine } from '../protocol/cut.ts'
import { EngineError } from '../protocol/engine.ts'
import { durationMsOf, sampleRate } from '../sound/pcm.ts'
import { speak } from '../speech/speech.ts'

/** Speaks the lines of a film, each into a file of its own, with the time of every word. A line without a sound to say is a short silence. */
export async function speakLines(lines: readonly LineWish[], context: JobContext): Promise<SpokenLine[]> {
  const spoken: SpokenLine[] = []
  for (const [index, { text, voice }] of lines.entries()) {
    const quiet = { checkpoint: context.checkpoint, progress: () => {} }
    const { sound, words } = await speak(text, { voice, speed: 1, pitch: 1, pauses: 1, context: quiet }).catch((error: unknown) => {
      if (error instanceof EngineError && error.message === 'nothing_to_say') return silence
      throw error
    })
    const path = context.path(`line-${index + 1}.wav`)
    const file = await openSoundFile(path, { format: 'wav', channels: 1, sampleRate, kind: 'voice', tags: { prompt: null, seed: null } })
    await file.add(sound.channels)
    await file.finish()
    spoken.push({ path, durationMs: durationMsOf(sound), words })
    context.progress((index + 1) / lines.length)
  }
  return spoken
}

const silence = { sound: { sampleRate, channels: [new Float32Array(sampleRate / 2)] as const }, words: [] }
