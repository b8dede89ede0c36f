import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import type { CutShot, Figure } from '../protocol/cut.ts'
import { drawBackdrop } from './backdrop.ts'
import { createCard } from './card.ts'
import { placesOf } from './places.ts'
import { windowOf } from './view.ts'

const size = { width: 320, height: 180 }
const whole = { width: 512, height: 288 }

const shot = (given: Partial<CutShot>): CutShot => ({
  id: 'one',
  starts: 0,
  frames: 96,
  transition: { kind: 'cut', frames: 0 },
  place: 'Lighthouse',
  light: 'dusk',
  framing: 'wide',
  camera: 'still',
  action: 'The keeper looks at the sea.',
  figures: [],
  source: { kind: 'card' },
  ...given,
})
const figure = (given: Partial<Figure>): Figure => ({ name: 'Keeper', kind: 'person', looks: '', colour: 0, speaks: false, ...given })

function draw(given: Partial<CutShot>, { seed = 5, language = 'en' as 'en' | 'ru' } = {}) {
  const one = shot(given)
  const [place] = placesOf({ shots: [one], look: { style: 'auto', words: '' } })
  if (!place) throw new Error('no place')
  const backdrop = drawBackdrop(place, { seed, size: whole, checkpoint: () => {} })
  const canvas = createCanvas(size.width, size.height)
  createCard({ shot: one, number: 1, light: place.light, backdrop, size, framesPerSecond: 24, language }).paint(
    canvas.getContext('2d'),
    0.5,
  )
  return canvas
}

type Area = { left: number; top: number; width: number; height: number }

/** The lightness of an area, scaled to 96 x 40 points. */
function lightIn(canvas: ReturnType<typeof draw>, { left, top, width, height }: Area): number[] {
  const small = createCanvas(96, 40)
  const g = small.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(canvas, left, top, width, height, 0, 0, 96, 40)
  const { data } = g.getImageData(0, 0, 96, 40)
  return Array.from(
    { length: 96 * 40 },
    (_, at) => 0.3 * (data[4 * at] ?? 0) + 0.59 * (data[4 * at + 1] ?? 0) + 0.11 * (data[4 * at + 2] ?? 0),
  )
}

/** Structural similarity in blocks of 8 x 8. */
function similarity(one: number[], other: number[]): number {
  const scores: number[] = []
  for (let row = 0; row < 40; row += 8)
    for (let column = 0; column < 96; column += 8) {
      const at = Array.from({ length: 64 }, (_, index) => (row + (index >> 3)) * 96 + column + (index & 7))
      const [x, y] = [at.map((index) => one[index] ?? 0), at.map((index) => other[index] ?? 0)]
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / 64
      const [mx, my] = [mean(x), mean(y)]
      const [vx, vy] = [mean(x.map((value) => (value - mx) ** 2)), mean(y.map((value) => (value - my) ** 2))]
      const cov = mean(x.map((value, index) => (value - mx) * ((y[index] ?? 0) - my)))
      scores.push(((2 * mx * my + 6.5) * (2 * cov + 58.5)) / ((mx * mx + my * my + 6.5) * (vx + vy + 58.5)))
    }
  return scores.reduce((sum, value) => sum + value, 0) / scores.length
}

/** The part of a medium card that has neither marks nor words on it, and the same part of the place in a wide one. */
const free = { left: 40, top: 40, width: 200, height: 70 }
const freeInWide = (() => {
  const [wide, medium] = [windowOf('wide', whole), windowOf('medium', whole)]
  const scale = size.width / wide.width
  const inPlace = medium.width / size.width
  return {
    left: (medium.left + free.left * inPlace - wide.left) * scale,
    top: (medium.top + free.top * inPlace - wide.top) * scale,
    width: free.width * inPlace * scale,
    height: free.height * inPlace * scale,
  }
})()

test('two framings of one place show the same place', () => {
  const wide = lightIn(draw({ framing: 'wide' }), freeInWide)
  expect(similarity(wide, lightIn(draw({ framing: 'medium' }), free))).toBeGreaterThan(0.8)
  // Of another film it is another one.
  expect(similarity(wide, lightIn(draw({ framing: 'medium' }, { seed: 6 }), free))).toBeLessThan(0.7)
})

test('a place keeps its shape at night, and one that cannot be drawn is a stage in the mood of its light', () => {
  const [day, night] = placesOf({
    shots: [shot({ place: 'School corridor', light: 'day' }), shot({ place: 'School corridor', light: 'night' })],
    look: { style: 'auto', words: '' },
  })
  expect([day?.understanding, night?.understanding, day?.name === night?.name, day?.key === night?.key]).toEqual([null, null, true, false])
  const mean = (light: 'day' | 'night') => {
    const values = lightIn(draw({ place: 'School corridor', light }), free)
    return values.reduce((sum, value) => sum + value, 0) / values.length
  }
  expect(mean('day')).toBeGreaterThan(mean('night') + 60)
})

test('a shot without a heading stays where the film is until its action names another place', () => {
  const names = placesOf({
    shots: [
      shot({ place: '', light: null, action: 'A man walks along the beach at night.' }),
      shot({ place: '', light: null, action: 'He sits down.' }),
      shot({ place: '', light: null, action: 'Morning in the forest.' }),
    ],
    look: { style: 'auto', words: '' },
  }).map(({ key }) => key)
  expect(names[0]).toBe(names[1])
  expect(names[0]).toContain('night')
  expect(names[2]).toContain('forest')
})

test.each([
  ['a person', { kind: 'person' }],
  ['a fox, which the engine has no drawing of', { kind: 'animal', name: 'Fox' }],
  ['a cat, which it has', { kind: 'animal', name: 'Cat' }],
  ['a letter', { kind: 'thing', name: 'Письмо' }],
] as const)('%s is seen on a card, with the name', (_, given) => {
  const area = { left: 90, top: 20, width: 140, height: 90 }
  const shown = { framing: 'full', place: 'School corridor' } as const
  const [empty, seen] = [lightIn(draw(shown), area), lightIn(draw({ ...shown, figures: [figure(given)] }), area)]
  const changed = empty.filter((value, index) => Math.abs(value - (seen[index] ?? 0)) > 12)
  expect(changed.length).toBeGreaterThan(60)
})
