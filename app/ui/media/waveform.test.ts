import { expect, test } from 'vitest'
import { resample } from './waveform.tsx'

test('each bar is the loudest of its stretch', () => {
  expect(resample([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3])
})

test('fewer values than bars are repeated, and no bar is silent', () => {
  expect(resample([0.5, 1], 4)).toEqual([0.5, 0.5, 1, 1])
  expect(resample([], 3)).toEqual([0, 0, 0])
})

test('values outside of 0..1 are clamped', () => {
  expect(resample([-1, 7], 2)).toEqual([0, 1])
})
