import { afterAll, expect, test } from 'vitest'
import { endKeptThread } from '../second-thread.ts'
import type { Sound } from '../pcm.ts'
import { readPrompt } from '../understanding/read-prompt.ts'
import { composeMusic } from './compose.ts'
import type { MusicOptions } from './plan.ts'
import { playTogether } from './play-together.ts'
import type { Score } from './score.ts'
import { playScore } from './synth.ts'

afterAll(endKeptThread)

const seed = 3
const compose = (prompt: string, options: Partial<MusicOptions> = {}) =>
  composeMusic(readPrompt(prompt), { genre: 'auto', tempo: 0, key: 'auto', loop: false, seconds: 14, seed, ...options })

const usual = { seed, checkpoint() {}, onProgress() {} }
const alone = (score: Score) => playTogether(score, { ...usual, isAlone: () => false })

/** This thread sleeps at first: time enough for the other one to begin all that it may. */
function helped(score: Score): Promise<Sound> {
  let slept = false
  return playTogether(score, {
    ...usual,
    isAlone: () => true,
    checkpoint() {
      if (!slept) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      slept = true
    },
  })
}

const bytesOf = ({ channels }: Sound) => Buffer.concat(channels.map((channel) => Buffer.from(channel.slice().buffer)))

test.each([
  ['calm piano by the sea', {}],
  ['techno', {}],
  ['lo-fi with rain', { loop: true }],
])('%s: the same bytes, whether or not a second thread helps', async (prompt, options) => {
  const score = compose(prompt, options)
  const expected = await alone(score)
  expect(bytesOf(await helped(score)).equals(bytesOf(expected))).toBe(true)
  // As soon as both threads are warm they run a race, which changes nothing.
  const raced = await playTogether(score, { ...usual, isAlone: () => true })
  expect(bytesOf(raced).equals(bytesOf(expected))).toBe(true)
})

test('two shares sound as the whole does', async () => {
  const score = compose('orchestra with rain')
  const { channels } = await alone(score)
  const whole = playScore(score, usual).channels
  channels.forEach((channel, side) => {
    const furthest = channel.reduce((most, value, index) => Math.max(most, Math.abs(value - (whole[side]?.[index] ?? 0))), 0)
    expect(furthest).toBeLessThan(1e-4)
  })
})

test('a cancel ends a piece, and the other thread with it', async () => {
  const canceled = playTogether(compose('techno'), {
    ...usual,
    isAlone: () => true,
    checkpoint() {
      throw new Error('canceled')
    },
  })
  await expect(canceled).rejects.toThrow('canceled')
})
