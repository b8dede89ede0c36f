import type { MessagePort } from 'node:worker_threads'
import type { Stereo } from './effects.ts'
import type { Score } from './score.ts'
import { shareTracks } from './shares.ts'
import { playEffects, playTracks } from './synth.ts'
import type { Desk } from './synth.ts'

/** What of a piece two threads share out: who claims a part first makes it. */
export const partWords = { tracks: 0, effects: 1, count: 2 } as const

export type SharedPiece = {
  score: Score
  seed: number
  /** In shared memory; see `partWords`. */
  claims: Int32Array
}

/** The parts that the other thread has made. */
export type HelpAnswer = { tracks: Desk } | { effects: Stereo }

export const claim = (claims: Int32Array, word: number): boolean => Atomics.compareExchange(claims, word, 0, 1) === 0

/** On a second thread for one piece of music: makes what nobody has begun yet. */
export function helpPlay({ score, seed, claims }: SharedPiece, port: MessagePort): void {
  const options = { seed, checkpoint() {}, onProgress() {} }
  if (claim(claims, partWords.tracks)) {
    const tracks = playTracks(score, shareTracks(score)[1], options)
    const { rest, dull, drums, room, echo } = tracks
    const arrays = [rest?.left, rest?.right, dull?.left, dull?.right, drums?.left, drums?.right, room, echo]
    answer(port, { tracks }, arrays)
  }
  if (score.effects.length > 0 && claim(claims, partWords.effects)) {
    const effects = playEffects(score, options)
    answer(port, { effects }, effects)
  }
}

/** Hands the samples over instead of copying them. */
function answer(port: MessagePort, made: HelpAnswer, arrays: (Float32Array | null | undefined)[]): void {
  port.postMessage(
    made,
    arrays.flatMap((array) => (array?.buffer instanceof ArrayBuffer ? [array.buffer] : [])),
  )
}
