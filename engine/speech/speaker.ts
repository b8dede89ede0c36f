import loadSpeaker from '@echogarden/espeak-ng-emscripten'
import type { SpeakerEvent } from '@echogarden/espeak-ng-emscripten'
import { EngineError } from '../protocol/engine.ts'
import type { Performer } from './cast.ts'

/** Speech at the speaker's own rate, with the positions of words and pauses. */
export type Utterance = {
  samples: Float32Array
  /** Word starts in order of time: the offset of one of the word's characters in the text, and a sample index. */
  words: { offset: number; sample: number }[]
  /** Silences between clauses and at the end, in samples; in order, without overlap. */
  pauses: { from: number; to: number }[]
}

export type Speaker = {
  sampleRate: number
  /** Applies to all speech from then on. `pitch` and `range` are 0..100; 50 is the voice's usual value. */
  use(performer: Performer, manner: { wordsPerMinute: number; pitch: number; range: number }): void
  say(text: string): Utterance
}

const variantFolder = '/usr/share/espeak-ng-data/voices/!v'

/**
 * Opens a fresh synthesizer, in about 50 ms. Earlier speech affects the phases of later speech, so each text gets its own instance: the
 * same text gives the same bytes. (For the same reason no voice uses the synthesizer's breath, whose noise is random.)
 */
export async function openSpeaker(): Promise<Speaker> {
  const module = await loadSpeaker()
  const raw = new module.eSpeakNGWorker()
  const learned = new Map<Performer, string>()
  const sampleRate = raw.get_samplerate()

  function learn(performer: Performer): string {
    const known = learned.get(performer)
    if (known) return known
    const variant = `quartet-${learned.size}`
    module.FS.writeFile(`${variantFolder}/${variant}`, performer.variant)
    const name = `${performer.accent}+${variant}`
    learned.set(performer, name)
    return name
  }

  return {
    sampleRate,
    use(performer, { wordsPerMinute, pitch, range }) {
      // The synthesizer would silently replace an unknown voice by the last one used.
      if (raw.set_voice(learn(performer)) !== 0) throw new EngineError('internal', `the synthesizer has no voice ${performer.accent}`)
      raw.set_rate(Math.round(wordsPerMinute))
      raw.set_pitch(Math.round(pitch))
      raw.set_range(Math.round(range))
    },
    say(text) {
      const chunks: Int16Array[] = []
      const events: SpeakerEvent[] = []
      raw.synthesize(text, (audio, happened) => {
        // The next call reuses the memory of the chunk.
        if (audio && audio.length > 0) chunks.push(audio.slice())
        events.push(...happened)
        return false
      })
      return toUtterance(chunks, events, sampleRate)
    },
  }
}

function toUtterance(chunks: Int16Array[], events: SpeakerEvent[], sampleRate: number): Utterance {
  const samples = joinSamples(chunks)
  const sampleAt = (event: SpeakerEvent) => Math.min(samples.length, Math.round((event.audio_position * sampleRate) / 1000))
  const words: Utterance['words'] = []
  const pauses: Utterance['pauses'] = []
  let silentFrom: number | null = null
  let clauseEnded = false
  for (const event of events) {
    const sample = sampleAt(event)
    const isSilent = event.type === 'phoneme' && event.id === ''
    if (isSilent) silentFrom ??= sample
    else if (event.type === 'end') clauseEnded = true
    else if (event.type === 'word' || event.type === 'phoneme') {
      // Some speech sounds have no phoneme mark either; only silence around the end of a clause counts as a pause.
      if (silentFrom !== null && clauseEnded && sample > silentFrom) pauses.push({ from: silentFrom, to: sample })
      if (event.type === 'phoneme' || clauseEnded) silentFrom = null
      clauseEnded = false
    }
    if (event.type === 'word') words.push({ offset: event.text_position - 1, sample })
  }
  if (silentFrom !== null && silentFrom < samples.length) pauses.push({ from: silentFrom, to: samples.length })
  return { samples, words, pauses }
}

function joinSamples(chunks: Int16Array[]): Float32Array {
  const joined = new Float32Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.length; index += 1) joined[offset + index] = (chunk[index] ?? 0) / 32768
    offset += chunk.length
  }
  return joined
}
