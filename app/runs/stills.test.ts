import { expect, test } from 'vitest'
import { expectedRatio } from './stills.ts'

test.each([
  ['joined videos, which have no option for the shape', { type: 'video', options: { transition: 'cut' }, files: [] }, 16 / 9],
  ['a video with a shape', { type: 'video', options: { size: '720x1280' }, files: [] }, 720 / 1280],
  ['an image with a ratio', { type: 'image', options: { ratio: '4:3' }, files: [] }, 4 / 3],
  ['an image without one', { type: 'image', options: {}, files: [] }, 1],
] as const)('the place of a running work has the shape of the result: %s', (_what, run, ratio) =>
  expect(expectedRatio({ ...run, files: [] })).toBeCloseTo(ratio),
)
