import { expect, test } from 'vitest'
import './codecs.ts'

/** Samples of whole numbers, in which one is nearly the largest. */
const types = {
  u8: (value: number) => Uint8Array.of(128 + value * 128),
  s16: (value: number) => Int16Array.of(value * 2 ** 15),
  s32: (value: number) => Int32Array.of(value * 2 ** 31),
  f32: (value: number) => Float32Array.of(value),
}
const left = [0.25, 0.5, 0.25, -0.5, -0.75, 0.125]
const right = left.map((value) => -value / 2)
const frames = left.flatMap((value, index) => [value, right[index] ?? 0])

const soundOf = (type: keyof typeof types, isPlanar: boolean) =>
  new AudioData({
    format: isPlanar ? `${type}-planar` : type,
    sampleRate: 48_000,
    numberOfFrames: left.length,
    numberOfChannels: 2,
    timestamp: 0,
    data: Buffer.concat((isPlanar ? [...left, ...right] : frames).map((value) => Buffer.from(types[type](value).buffer))),
  })

test.each(['u8', 's16', 's32', 'f32'] as const)('samples in %s are converted to numbers from -1 to 1', (type) => {
  for (const isPlanar of [false, true]) {
    const sound = soundOf(type, isPlanar)
    const planes = [0, 1].map((planeIndex) => {
      const plane = new Float32Array(left.length)
      sound.copyTo(plane, { format: 'f32-planar', planeIndex })
      return [...plane]
    })
    expect(planes).toEqual([left, right])
    const part = new Float32Array(3)
    sound.copyTo(part.subarray(1), { format: 'f32-planar', planeIndex: 1, frameOffset: 2, frameCount: 2 })
    expect([...part]).toEqual([0, ...right.slice(2, 4)])
    sound.close()
  }
})

test('a conversion that the library lacks is refused instead of writing noise', () => {
  const sound = soundOf('f32', false)
  expect(() => sound.copyTo(new Int16Array(12), { format: 's16', planeIndex: 0 })).toThrow('not converted')
})
