import { beginOnSecondThread } from '../second-thread.ts'
import type { Sound } from '../pcm.ts'
import type { Stereo } from './effects.ts'
import { claim, partWords } from './help-play.ts'
import type { HelpAnswer } from './help-play.ts'
import type { Score } from './score.ts'
import { shareTracks } from './shares.ts'
import { addDesk, finishPiece, mixDesk, playEffects, playScore, playTracks } from './synth.ts'
import type { Desk, SynthOptions } from './synth.ts'

/** A shorter piece is played before another thread has understood what it is to do. */
const leastSeconds = 12
/** A longer one is not shared out: two desks of its length would take too much memory. */
const mostSeconds = 60
/** While the other thread is waited for, the cancel flag is looked at this often. */
const lookMs = 20

/**
 * Plays a score as `playScore` does, but in two shares: with the help of a second thread where this job is alone. The shares lie in the
 * score and are summed up in the same order whoever has played them, so that the bytes are the same without that help.
 */
export async function playTogether(score: Score, options: SynthOptions & { isAlone(): boolean }): Promise<Sound> {
  if (score.seconds > mostSeconds) return playScore(score, options)
  const [own, others] = shareTracks(score)
  const piece = openPiece(score, options, score.seconds >= leastSeconds && options.isAlone())
  try {
    const desk = playTracks(score, own, options)
    addDesk(desk, await piece.tracks(() => playTracks(score, others, { ...options, onProgress() {} })))
    const channels = mixDesk(desk, score, options)
    const effects = score.effects.length > 0 ? await piece.effects(() => playEffects(score, options)) : null
    const sound = finishPiece(channels, score, { ...options, effects })
    piece.release()
    return sound
  } catch (error) {
    await piece.end()
    throw error
  }
}

/** What two threads make of a piece: each part comes from the other thread if that has begun it, and is made here if not. */
function openPiece(score: Score, { seed, checkpoint }: SynthOptions, isHelped: boolean) {
  const claims = new Int32Array(new SharedArrayBuffer(partWords.count * Int32Array.BYTES_PER_ELEMENT))
  let tracks: Desk | null = null
  let effects: Stereo | null = null
  let failure: Error | null = null
  let wake = () => {}
  const thread = isHelped
    ? beginOnSecondThread({ kind: 'music', piece: { score, seed, claims } }, (error) => {
        failure ??= error
        wake()
      })
    : null
  thread?.port.on('message', (answer: HelpAnswer) => {
    if ('tracks' in answer) tracks = answer.tracks
    else effects = answer.effects
    wake()
  })

  async function part<Made>(word: number, answer: () => Made | null, make: () => Made): Promise<Made> {
    if (claim(claims, word)) return make()
    for (;;) {
      const made = answer()
      if (made) return made
      if (failure) throw failure
      checkpoint()
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, lookMs)
      })
    }
  }

  return {
    tracks: (make: () => Desk) => part(partWords.tracks, () => tracks, make),
    effects: (make: () => Stereo) => part(partWords.effects, () => effects, make),
    release: () => thread?.release(),
    end: () => thread?.end(),
  }
}
