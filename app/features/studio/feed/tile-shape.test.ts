import { expect, test } from 'vitest'
import type { GenerationFile } from '#app/contract/runs/generations.ts'
import { tileRatio } from './tile-shape.ts'

const file = (width: number, height: number): GenerationFile => ({
  id: '1',
  url: '/f',
  media_type: 'image/webp',
  bytes: 1,
  width,
  height,
  duration_ms: null,
  poster_url: null,
  thumbnail_url: null,
  placeholder: null,
  peaks: null,
})

test('a tile has the ratio of its work, within limits', () => {
  expect(tileRatio({ type: 'image', status: 'succeeded', files: [file(1600, 900)] })).toBeCloseTo(16 / 9)
  expect(tileRatio({ type: 'video', status: 'succeeded', files: [file(100, 900)] })).toBe(0.56)
})

test('four square images make a square tile', () => {
  const files = [file(512, 512), file(512, 512), file(512, 512), file(512, 512)]
  expect(tileRatio({ type: 'image', status: 'succeeded', files })).toBe(1)
})

test('a run without a result has a card', () => {
  expect(tileRatio({ type: 'image', status: 'failed', files: [] })).toBeCloseTo(4 / 3)
})
