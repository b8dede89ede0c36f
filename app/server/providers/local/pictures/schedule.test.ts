import { describe, expect, test } from 'vitest'
import { embedGuidance, openNoise, openSchedule } from './schedule.ts'

const rounded = (values: Iterable<number>, digits = 3) => [...values].map((value) => Number(value.toFixed(digits)))
const none = () => new Float32Array(3)

describe('latent consistency', () => {
  test.each([
    [4, undefined, [999, 759, 499, 259]],
    [8, undefined, [999, 879, 759, 639, 499, 379, 259, 139]],
    [1, undefined, [999]],
    // Only the later half of the noise is added to a given picture.
    [4, 0.5, [499, 379, 259, 139]],
  ])('%i steps at strength %s', (steps, strength, timesteps) => {
    expect(openSchedule('lcm', { steps, ...(strength !== undefined && { strength }) }).timesteps).toEqual(timesteps)
  })

  test('steps calculate as the reference implementation (diffusers) does', () => {
    const schedule = openSchedule('lcm', { steps: 4 })
    const last = schedule.next(Float32Array.of(2, -1, 0.5), Float32Array.of(1, 1, -2), { step: 3, noise: none })
    expect(rounded(last)).toEqual([1.744, -1.951, 2.055])
    const first = schedule.next(Float32Array.of(0.25), Float32Array.of(-0.5), { step: 0, noise: () => Float32Array.of(0.75) })
    expect(rounded(first)).toEqual([3.237])
    expect(rounded(embedGuidance(8).slice(0, 4))).toEqual([0.507, 0.804, -0.86, 1])
    expect(rounded(embedGuidance(8).slice(128, 130))).toEqual([0.862, 0.594])
  })
})

describe('Euler’s method', () => {
  test.each([
    [1, undefined, [999]],
    [4, undefined, [999, 749, 499, 249]],
    [4, 0.5, [499, 249]],
    [1, 0.1, [999]],
  ])('%i steps at strength %s', (steps, strength, timesteps) => {
    expect(openSchedule('turbo', { steps, ...(strength !== undefined && { strength }) }).timesteps).toEqual(timesteps)
  })

  test('the noise at the first step is the one that SD-Turbo was trained with', () => {
    const schedule = openSchedule('turbo', { steps: 1 })
    const latents = schedule.start(null, Float32Array.of(1))
    expect(rounded(latents, 4)).toEqual([14.6146])
    expect(rounded(schedule.input(latents, 0), 4)).toEqual([0.9977])
  })
})

test.each(['lcm', 'turbo'] as const)('%s finds the picture if the model knows the noise', (name) => {
  const [picture, noise] = [Float32Array.of(0.5, -1, 2), Float32Array.of(1, -0.5, 0.25)]
  const schedule = openSchedule(name, { steps: 1 })
  const found = schedule.next(schedule.start(picture, noise), noise, { step: 0, noise: none })
  expect(rounded(found, 2)).toEqual([0.5, -1, 2])
})

test('noise is normally distributed, and the same for the same seed', () => {
  const noise = openNoise(7)(20_001)
  const mean = noise.reduce((sum, value) => sum + value, 0) / noise.length
  const variance = noise.reduce((sum, value) => sum + (value - mean) ** 2, 0) / noise.length
  expect([Math.abs(mean) < 0.03, Math.abs(variance - 1) < 0.05]).toEqual([true, true])
  expect(openNoise(7)(20_001)).toEqual(noise)
  expect(openNoise(8)(3)).not.toEqual(openNoise(7)(3))
  const source = openNoise(7)
  expect(source(2)).not.toEqual(source(2))
})
