import { expect, test } from 'vitest'
import { timelineOf } from '../../../engine/join/timeline.ts'
import { joinedSeconds } from './clips.ts'

const clip = (seconds: number) => ({
  file: {
    id: 'a-file',
    url: '',
    media_type: 'video/mp4',
    bytes: 1,
    width: 1,
    height: 1,
    duration_ms: seconds * 1_000,
    poster_url: null,
    thumbnail_url: null,
    peaks: null,
  },
})

test.each([
  [[5, 3], 0],
  [[5, 3, 4], 1],
  [[10, 1], 2],
  [[4], 1],
])('the length shown for videos of %j seconds is the one that the engine makes', (lengths, fade) => {
  expect(joinedSeconds(lengths.map(clip), fade)).toBeCloseTo(timelineOf(lengths, fade).seconds)
})
