import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../tests/fixtures/campaign.ts'
import { readPrompt } from '../understanding/read-prompt.ts'
import { settings, things } from '../understanding/understanding.ts'
import type { Colour, Setting, Style, Thing, TimeOfDay, Understanding } from '../understanding/understanding.ts'
import { countOf, toBrief } from './brief.ts'
import { toOklch } from './colour.ts'
import { paints } from './paints.ts'
import { choosePalette } from './choose-palette.ts'
import { buildScene } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Moment, Size } from './stage.ts'

const blank = readPrompt('')
const times: TimeOfDay[] = ['dawn', 'day', 'dusk', 'night']
const styles: Style[] = ['poster', 'watercolour', 'ink', 'low-poly', 'pixel', 'paper', 'line', 'neon']
const tiny: Size = { width: 40, height: 30 }

type Options = { seed?: number; size?: Size; still?: boolean; time?: TimeOfDay | undefined }

function build(understanding: Partial<Understanding>, { seed = 5, size = tiny, still = true, time }: Options = {}): Scene {
  return buildScene({ understanding: { ...blank, ...understanding }, seed, size, still, checkpoint: () => {}, ...(time && { time }) })
}

/** The canvas after these moments were painted on it, in order. */
function show(scene: Scene, moments: readonly Moment[]): Uint8Array {
  const canvas = createCanvas(scene.size.width, scene.size.height)
  const g = canvas.getContext('2d')
  for (const moment of moments) scene.paint(g, moment)
  return canvas.data()
}

const paint = (understanding: Partial<Understanding>, options?: Options) => show(build(understanding, options), [{ seconds: 0, camera: 0 }])

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}
const spreadOf = (rgba: Uint8Array) => {
  const light = rgba.filter((_, index) => index % 4 === 1)
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length
  return Math.sqrt(light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length)
}

describe('every place', () => {
  /** A third of the list for each place; together the places cover all of it. A full run tries the whole list with each place. */
  const shareOf = <T>(list: readonly T[], setting: Setting) =>
    list.filter((_, index) => isFull || index % 3 === settings.indexOf(setting) % 3)

  // Each style meets each time of day in one place or another.
  test.each(settings)('the place %s fills the image at any time of day and in any style', (setting: Setting) => {
    for (const [index, style] of shareOf([null, ...styles], setting).entries()) {
      const time = times[(Math.floor(settings.indexOf(setting) / 3) + index) % times.length]
      const rgba = paint({ settings: [setting], time, style }, { seed: 11 })
      expect(isOpaque(rgba), `${time} ${style}`).toBe(true)
      expect(spreadOf(rgba), `${time} ${style}`).toBeGreaterThan(2)
    }
  })

  test.each(settings)('the place %s fills the image in any weather, season and view', (setting: Setting) => {
    const weathers: Partial<Understanding>[] = [
      { falling: 'rain' },
      { falling: 'snow', season: 'winter' },
      { falling: 'leaves', season: 'autumn' },
      { fog: true },
      { storm: true, wind: true },
      { sky: 'overcast', view: 'above' },
      { sky: 'clear', view: 'below' },
      { view: 'close', season: 'spring' },
      { view: 'wide' },
    ]
    for (const weather of shareOf(weathers, setting)) expect(isOpaque(paint({ settings: [setting], ...weather }))).toBe(true)
  })

  // Each place meets the three that follow it; a full run combines all of them.
  test('two places at once leave no hole', { tags: 'full' }, () => {
    for (const [index, first] of settings.entries())
      for (const second of settings.slice(index, isFull ? undefined : index + 4))
        expect(isOpaque(paint({ settings: [first, second] }, { seed: 3 }))).toBe(true)
  })
})

describe('every thing', () => {
  test.each(things)('the thing %s fills the image alone', (thing: Thing) => {
    expect(isOpaque(paint({ things: [thing] }))).toBe(true)
  })

  const strangePlaces = ['meadow', 'sea', 'street', 'interior', 'space', 'underwater'] as const
  // Each pair of things is drawn in three of the places; a full run tries all six.
  const pairs = things.flatMap((thing, index) => (index % 2 === 0 ? [[thing, ...things.slice(index + 1, index + 2)]] : []))
  test.each(pairs.map((pair) => ({ pair })))('$pair are drawn in places where they do not belong', ({ pair }) => {
    for (const [index, setting] of strangePlaces.entries()) {
      if (!isFull && (index + things.indexOf(pair[0] ?? 'boat') / 2) % 2 === 0) continue
      const counts = Object.fromEntries(pair.map((thing) => [thing, 3]))
      expect(isOpaque(paint({ settings: [setting], things: pair, counts })), setting).toBe(true)
    }
  })

  test('a stated count is drawn, up to a limit', () => {
    const brief = toBrief(readPrompt('пять лодок, 500 птиц'), 1)
    expect(countOf(brief, 'boat', () => 0.5, [1, 2])).toBe(5)
    expect(countOf(brief, 'bird', () => 0.5, [1, 2])).toBe(60)
    expect(countOf(brief, 'cat', () => 0.5, [1, 2])).toBe(0)
  })
})

describe('a color word for water or sky', () => {
  /** Share of the pixels between two rows that are colored and within 40° of a paint's hue. */
  function hueShare(rgba: Uint8Array, size: Size, colour: Colour, [from, to]: readonly [number, number]): number {
    const wanted = toOklch(paints[colour]).hue
    let near = 0
    let all = 0
    for (let y = Math.floor(size.height * from); y < size.height * to; y += 1) {
      for (let x = 0; x < size.width; x += 1) {
        const at = (y * size.width + x) * 4
        const { chroma, hue } = toOklch([rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0])
        all += 1
        const apart = Math.abs(Math.atan2(Math.sin(hue - wanted), Math.cos(hue - wanted)))
        if (chroma > 0.035 && apart < 0.7) near += 1
      }
    }
    return near / all
  }
  const size: Size = { width: 64, height: 48 }
  /** Two of the four times for each prompt, all four over the list; a full run tries all with each. */
  const timesFor = (prompt: string) => times.filter((_, index) => isFull || index % 2 === prompt.length % 2)

  /** Expects a share for two of three seeds, because a shore or a jetty may hide it. The third is painted only if the others disagree. */
  function expectOfMost(share: (seed: number) => number, isEnough: (share: number) => boolean, what: string) {
    const shares: number[] = []
    for (const seed of [3, 8, 21]) {
      shares.push(share(seed))
      if (shares.filter(isEnough).length === 2) return
    }
    expect.fail(`${what}: ${shares.join()}`)
  }

  test.each([
    ['crimson sea', 'red'],
    ['багровое море', 'red'],
    ['golden sea', 'gold'],
    ['море из золота', 'gold'],
    ['emerald lake', 'green'],
    ['изумрудное озеро', 'green'],
    ['a lake with violet water', 'violet'],
    ['озеро, вода лиловая', 'violet'],
    ['stormy purple sea', 'violet'],
    ['розовая река', 'pink'],
  ] as const)('a color word for water sets the water at any time of day: %s', (prompt, colour) => {
    for (const time of timesFor(prompt)) {
      const ofSeed = (seed: number) => hueShare(paint(readPrompt(prompt), { seed, size, time }), size, colour, [0.74, 0.92])
      // A river has banks.
      expectOfMost(ofSeed, (share) => share > (prompt.includes('река') ? 0.25 : 0.6), time)
    }
  })

  test.each([
    ['purple sky over the sea', 'violet'],
    ['лиловое небо над морем', 'violet'],
    ['a desert, the sky is green', 'green'],
    ['золотое небо, горы', 'gold'],
    ['crimson sky, storm at sea', 'red'],
    ['алое небо, пасмурно, поле', 'red'],
    ['синее небо над лугом', 'blue'],
  ] as const)('a color word for the sky sets the sky at any time of day: %s', (prompt, colour) => {
    for (const time of timesFor(prompt)) {
      const ofSeed = (seed: number) => hueShare(paint(readPrompt(prompt), { seed, size, time }), size, colour, [0.02, 0.2])
      expectOfMost(ofSeed, (share) => share > 0.55, time)
    }
  })

  test('a color word does not color the other half of the image', () => {
    for (const [prompt, colour, rows] of [
      ['багровое море днём, ясно', 'red', [0.02, 0.2]],
      ['emerald lake at sunset', 'green', [0.02, 0.2]],
    ] as const) {
      const ofSeed = (seed: number) => hueShare(paint(readPrompt(prompt), { seed, size }), size, colour, rows)
      expectOfMost(ofSeed, (share) => share < 0.25, prompt)
    }
  })
})

describe('details that the prompt leaves open', () => {
  test('a scene never contains what the prompt excludes', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const brief = toBrief(readPrompt('mountains, no lake, no forest, no clouds, not at night, no winter'), seed)
      expect(brief.places.has('lake') || brief.places.has('forest')).toBe(false)
      expect(brief.sky).toBe('clear')
      expect(brief.time).not.toBe('night')
      expect(brief.season).not.toBe('winter')
    }
  })

  test('a color applies to the word it precedes', () => {
    const brief = toBrief(readPrompt('red boat on a turquoise sea, pink evening'), 1)
    expect(brief.thingColours.boat).toBe('red')
    expect(brief.coloursOf.sea).toEqual(['teal'])
    expect(brief.colours).toEqual(['pink'])
  })

  test('an excluded color is not in the palette', () => {
    const isGreen = ([red, green, blue]: readonly [number, number, number]) => green > red + 12 && green > blue + 12
    for (let seed = 0; seed < 20; seed += 1) {
      const { grass, foliage } = choosePalette(toBrief(readPrompt('meadow, day, no green'), seed), seed)
      expect([grass, foliage].some(isGreen)).toBe(false)
    }
  })
})

describe('a film of a scene', () => {
  const size: Size = { width: 96, height: 54 }
  const at = (index: number): Moment => ({ seconds: index / 3, camera: -0.6 + index / 10, tilt: index / 20 - 0.3, zoom: index / 16 })

  test.each<Partial<Understanding>>([
    ...settings.map((setting): Partial<Understanding> => ({ settings: [setting] })),
    ...styles.map((style): Partial<Understanding> => ({ settings: ['lake'], things: ['boat', 'bird'], style })),
    { settings: ['sea'], storm: true, things: ['boat', 'lighthouse'] },
    { settings: ['street'], falling: 'rain', things: ['person', 'car'] },
    { settings: ['river'], things: ['bridge', 'balloon'], falling: 'snow' },
  ])('a film shows the same at a moment, whichever moments were painted before: %o', (understanding) => {
    const alone = show(build(understanding, { size, still: false }), [at(5)])
    const after = show(build(understanding, { size, still: false }), [at(9), at(2), at(0), at(5)])
    expect(Buffer.compare(after, alone)).toBe(0)
  })

  test.each(settings)('a film of %s leaves no hole at the edges at any camera position', (setting: Setting) => {
    const extremes = [-1, 1].flatMap((camera) =>
      [-1, 1].flatMap((tilt) => [0, 1].map((zoom): Moment => ({ seconds: 14, camera, tilt, zoom }))),
    )
    const scene = build({ settings: [setting] }, { size, still: false })
    for (const moment of extremes) expect(isOpaque(show(scene, [moment])), JSON.stringify(moment)).toBe(true)
  })

  test('a film keeps its composition from day to night', () => {
    // The same scene in two lights has the same contours.
    const edges = (rgba: Uint8Array) =>
      Array.from({ length: rgba.length / 4 - 1 }, (_, at) => Math.abs((rgba[at * 4 + 1] ?? 0) - (rgba[at * 4 + 5] ?? 0)))
    const [day, night, other] = [
      edges(paint({ settings: ['mountains'], season: 'summer', sky: 'clear' }, { size, time: 'day' })),
      edges(paint({ settings: ['mountains'], season: 'summer', sky: 'clear' }, { size, time: 'night' })),
      edges(paint({ settings: ['mountains'], season: 'summer', sky: 'clear' }, { size, time: 'night', seed: 6 })),
    ]
    const likeness = (a: number[], b: number[]) => {
      const dot = (p: number[], q: number[]) => p.reduce((sum, value, index) => sum + value * (q[index] ?? 0), 0)
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
    }
    expect(likeness(day, night)).toBeGreaterThan(likeness(day, other) + 0.1)
  })
})
