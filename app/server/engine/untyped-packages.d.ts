/** The parts we use of packages that come without types. */

declare module '@echogarden/espeak-ng-emscripten' {
  type Speaker = {
    /** 0 when the voice was found exactly; anything else means that another one was taken silently. */
    set_voice(name: string): number
    /** Words per minute, 175 by default. */
    set_rate(wordsPerMinute: number): void
    get_samplerate(): number
    /** Calls back with parts of 16-bit mono sound; returning true stops it. */
    synthesize(text: string, onChunk: (audio: Int16Array | null, events: unknown) => boolean): void
  }
  const load: () => Promise<{ eSpeakNGWorker: new () => Promise<Speaker> | Speaker }>
  export default load
  export type { Speaker }
}

declare module 'snowball-stemmers' {
  export function newStemmer(language: 'english' | 'russian'): { stem(word: string): string }
}
