/** The parts of packages without types that we use. */

declare module '@echogarden/espeak-ng-emscripten' {
  type SpeakerEvent = {
    type: 'sentence' | 'word' | 'phoneme' | 'end' | 'mark' | 'play' | 'msg_terminated' | 'samplerate'
    /** Characters from the beginning of the text, counted from 1. */
    text_position: number
    word_length: number
    /** Milliseconds from the beginning of the sound. */
    audio_position: number
    id: number | string | undefined
  }
  type Speaker = {
    /** Returns 0 if the voice was found; otherwise another voice was silently chosen. */
    set_voice(name: string): number
    /** Words per minute, 175 by default. */
    set_rate(wordsPerMinute: number): void
    /** 0..100 around the voice's own pitch, 50 by default. */
    set_pitch(pitch: number): void
    /** Range of the pitch, 0..100, 50 by default. */
    set_range(range: number): void
    get_samplerate(): number
    /** Calls back with parts of 16-bit mono sound and their events; the callback returns true to stop. */
    synthesize(text: string, onChunk: (audio: Int16Array | null, events: SpeakerEvent[]) => boolean): void
  }
  type SpeakerModule = {
    eSpeakNGWorker: new () => Speaker
    FS: { writeFile(path: string, text: string): void }
  }
  const load: () => Promise<SpeakerModule>
  export default load
  export type { Speaker, SpeakerEvent, SpeakerModule }
}

declare module 'snowball-stemmers' {
  export function newStemmer(language: 'english' | 'russian'): { stem(word: string): string }
}
