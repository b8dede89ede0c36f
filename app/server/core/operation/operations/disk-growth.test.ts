import { expect, test } from 'vitest'
import { estimateGrowth } from './disk-growth.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-28T12:00:00Z')
const sample = (daysAgo: number, free: number, size = 1_000) => ({ at: new Date(now - daysAgo * day), free, size })

test('the disk is full when the growth of the last days has taken what is free above the floor', () => {
  expect(estimateGrowth([sample(5, 600), sample(4, 590)], sample(0, 500), 100)).toEqual({
    bytes_per_day: 20,
    full_in_days: 20,
    measured_days: 5,
  })
})

test('a disk that gets emptier is never full, and one without enough days has no estimate', () => {
  expect(estimateGrowth([sample(3, 400)], sample(0, 460), 100)).toEqual({ bytes_per_day: -20, full_in_days: null, measured_days: 3 })
  expect(estimateGrowth([], sample(0, 500), 100)).toBeNull()
  expect(estimateGrowth([sample(1, 600)], sample(0, 500), 100)).toBeNull()
})

test('a resized disk is measured from its new size on', () => {
  const samples = [sample(6, 100, 500), sample(3, 620), sample(2, 600)]
  expect(estimateGrowth(samples, sample(0, 560), 0)).toMatchObject({ bytes_per_day: 20, full_in_days: 28, measured_days: 3 })
})
