import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../random.ts'
import type { Random } from '../../random.ts'
import { css, mix, onRamp } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import type { Noise } from '../noise.ts'
import { drawPicture, enlarged, paintPicture, withShadow } from '../stage.ts'
import type { Layer, Picture, Stage } from '../stage.ts'

type Deck = {
  /** Cloud cover, about -0.3..0.5. */
  cover: number
  /** Cells of noise per unit of the cloud plane, across and away. */
  frequency: readonly [number, number]
  softness: number
  opacity: number
}

/** Duration of the longest film; clouds drift no farther than their picture extends. */
const longestSeconds = 16

/** The clouds of a sky: heaps, veils or a closed cover. */
export function cloudsLayers(stage: Stage): Layer[] {
  const { brief } = stage
  const random = stage.familyRandom('cloud kind')
  const kind = random()
  const share = random()
  if (brief.without.clouds) return []
  // Clouds must not cover a requested moon or sun.
  const watched = brief.things.has('moon') || brief.things.has('sun') || brief.things.has('star')
  if ((brief.sky === 'clear' || (watched && brief.sky !== 'overcast')) && !brief.storm)
    return kind < 0.5 ? [] : [deckLayer(stage, veil(share, 0.3))]
  if (stage.flat) return [flatCloudsLayer(stage)]
  if (brief.storm) return [deckLayer(stage, { cover: 0.4, frequency: [1, 1.25], softness: 0.5, opacity: 1 })]
  if (brief.sky === 'overcast') return [deckLayer(stage, { cover: 0.3, frequency: [1.1, 1.5], softness: 0.6, opacity: 0.95 })]
  const dim = brief.time === 'night' ? 0.5 : 1
  if (kind < 0.5) return [deckLayer(stage, veil(share, 0.35 * dim)), ...heapLayers(stage)]
  if (kind < 0.78) return [deckLayer(stage, veil(share, 0.85 * dim))]
  return [deckLayer(stage, { cover: 0.02 + 0.1 * share, frequency: [2.2, 3.4], softness: 0.45, opacity: 0.8 * dim })]
}

const veil = (share: number, opacity: number): Deck => ({ cover: -0.04 + 0.14 * share, frequency: [0.5, 2.4], softness: 0.6, opacity })

function drifting(stage: Stage, drawn: Picture, options: { pace: number; depth: number }): Layer {
  const picture = stage.brief.style === 'paper' ? withShadow(stage, drawn) : drawn
  return {
    paint: (g, moment) => {
      const moved = { ...picture, left: picture.left - options.pace * Math.min(longestSeconds, moment.seconds) }
      paintPicture(g, stage, moved, options.depth, moment)
    },
  }
}

const paceOf = ({ unit, brief }: Stage) => unit * (brief.wind ? 0.022 : 0.011)

/** A plane of clouds seen in perspective, lit from the side of the sun. */
function deckLayer(stage: Stage, deck: Deck): Layer {
  const { horizon, unit, margin } = stage
  const noise = createNoise(stage.random('clouds'))
  const coarseness = Math.max(2, Math.round(unit / 420))
  const drift = stage.still ? 0 : Math.round(paceOf(stage) * longestSeconds)
  const columns = Math.ceil((stage.width + 2 * margin + drift) / coarseness)
  const rows = Math.ceil((horizon * 1.02) / coarseness)
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  for (let y = 0; y < rows; y += 1) {
    if (y % 16 === 0) stage.checkpoint()
    paintDeckRow(stage, deck, { pixels, noise, columns, coarseness, y })
  }
  return drifting(stage, enlarged(pixels, { columns, rows, coarseness }, { left: -margin, top: 0 }), { pace: paceOf(stage), depth: 0.06 })
}

type DeckRow = { pixels: Uint8ClampedArray; noise: Noise; columns: number; coarseness: number; y: number }

// Kept separate: the compiled code of an inner function is discarded with the picture.
function paintDeckRow(stage: Stage, deck: Deck, { pixels, noise, columns, coarseness, y }: DeckRow): void {
  const { palette, horizon, unit, sun, margin, width } = stage
  const [shadeRed, shadeGreen, shadeBlue] = palette.cloudShade
  const [litRed, litGreen, litBlue] = palette.cloudLit
  const [fx, fz] = deck.frequency
  const elevation = (horizon - y * coarseness) / unit + 0.075
  const distance = 0.34 / elevation
  // Clouds fade into the haze above the horizon.
  const fade = smoothstep(0.075, 0.2, elevation) * deck.opacity
  for (let x = 0; x < columns; x += 1) {
    const screenX = x * coarseness - margin
    const u = ((screenX - width / 2) / unit) * distance * fx * 1.7
    const v = distance * fz
    const warp = noise.at(u * 0.7 + 3, v * 0.7) * 0.4
    const value = noise.fbm(u + warp, v + warp * 0.6, 5) * 1.15 + deck.cover
    const density = smoothstep(0, deck.softness, value)
    if (density <= 0) continue
    const towardsSun = 0.16 * Math.max(-1, Math.min(1, (sun.x - screenX) / (unit * 0.35)))
    const shading = noise.fbm(u + warp + towardsSun * fx * 0.6, v + warp * 0.6 - 0.12, 3) * 1.15 + deck.cover
    const lit = smoothstep(-0.55, 0.5, value - shading * 1.15 + 0.12 - density * 0.18)
    const nearSun = sun.visible ? Math.exp(-Math.hypot(screenX - sun.x, y * coarseness - sun.y) / (unit * 0.35)) : 0
    const bright = Math.min(1, lit * 0.9 + nearSun * 0.5 * (1 - density * 0.4))
    const at = (y * columns + x) * 4
    pixels[at] = shadeRed + (litRed - shadeRed) * bright
    pixels[at + 1] = shadeGreen + (litGreen - shadeGreen) * bright
    pixels[at + 2] = shadeBlue + (litBlue - shadeBlue) * bright
    pixels[at + 3] = 255 * density * fade
  }
}

type Heap = { x: number; base: number; wide: number; tall: number; haze: number }
type Puff = { x: number; y: number; radius: number }

/** Heaps of fair weather with flat bases: small and low in the distance, large and high nearby. */
function heapLayers(stage: Stage): Layer[] {
  const { horizon, unit, width, reach } = stage
  const random = stage.familyRandom('heaps')
  const low = stage.brief.view === 'below' || random() < 0.3
  const far: Heap[] = Array.from({ length: 5 + Math.floor(random() * 4) }, () => ({
    x: between(random, -reach, width + reach),
    base: horizon - unit * between(random, 0.03, 0.1),
    wide: unit * between(random, 0.16, 0.42),
    tall: unit * between(random, 0.03, 0.085),
    haze: between(random, 0.45, 0.65),
  }))
  const near: Heap[] = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index) => {
    const up = low ? between(random, 0.3, 0.5) : between(random, 0.42, 0.78)
    return {
      x: width * ((index + between(random, 0.1, 0.9)) / 3.4),
      base: horizon * (1 - up),
      wide: unit * between(random, 0.34, 0.72),
      tall: unit * between(random, 0.1, 0.22) * (0.6 + up * 0.6),
      haze: between(random, 0.05, 0.25),
    }
  })
  const pace = paceOf(stage)
  return [
    drifting(stage, heapPicture(stage, far, 'far heaps'), { pace: pace * 0.4, depth: 0.04 }),
    drifting(stage, heapPicture(stage, near, 'near heaps'), { pace, depth: 0.08 }),
  ]
}

function heapPicture(stage: Stage, heaps: Heap[], part: string): Picture {
  const { unit, margin } = stage
  const coarseness = Math.max(2, Math.round(unit / 450))
  const drift = stage.still ? 0 : Math.round(paceOf(stage) * longestSeconds)
  const top = Math.max(-stage.lift, Math.min(...heaps.map(({ base, tall }) => base - tall * 1.5)))
  const bottom = Math.max(...heaps.map(({ base, tall }) => base + tall * 0.25))
  const columns = Math.ceil((stage.width + 2 * margin + drift) / coarseness)
  const rows = Math.max(1, Math.ceil((bottom - top) / coarseness))
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const noise = createNoise(stage.random(part))
  const random = stage.random(`${part} puffs`)
  const piled = heaps.toSorted((a, b) => b.haze - a.haze).map((heap) => ({ heap, puffs: puffsOf(heap, random) }))
  for (const pile of piled) paintHeap(stage, pile, { pixels, noise, columns, coarseness, top, rows })
  return enlarged(pixels, { columns, rows, coarseness }, { left: -margin, top: Math.round(top) })
}

type HeapRows = { pixels: Uint8ClampedArray; noise: Noise; columns: number; coarseness: number; top: number; rows: number }
type Pile = { heap: Heap; puffs: Puff[] }

function paintHeap(stage: Stage, pile: Pile, options: HeapRows): void {
  const { heap } = pile
  const { coarseness, top, rows } = options
  const first = Math.max(0, Math.floor((heap.base - heap.tall * 1.5 - top) / coarseness))
  const last = Math.min(rows - 1, Math.ceil((heap.base + heap.tall * 0.2 - top) / coarseness))
  for (let row = first; row <= last; row += 1) {
    if (row % 16 === 0) stage.checkpoint()
    paintHeapRow(stage, pile, options, row)
  }
}

// Kept separate: the compiled code of an inner function is discarded with the picture.
function paintHeapRow(stage: Stage, { heap, puffs }: Pile, { pixels, noise, columns, coarseness, top }: HeapRows, row: number): void {
  const { palette, lightDirection, sun, margin, unit } = stage
  const side = lightDirection[0]
  const sky = onRamp(palette.sky, clamp01(heap.base / stage.horizon))
  const lit = mix(palette.cloudLit, sky, heap.haze * 0.55)
  const shade = mix(palette.cloudShade, sky, 0.25 + heap.haze * 0.6)
  const from = Math.max(0, Math.floor((heap.x - heap.wide * 0.7 + margin) / coarseness))
  const to = Math.min(columns - 1, Math.ceil((heap.x + heap.wide * 0.7 + margin) / coarseness))
  const grain = 3.2 / heap.tall
  const y = row * coarseness + top
  const above = smoothstep(heap.base + heap.tall * 0.1, heap.base - heap.tall * 0.16, y + noise.at(row * 0.11, 5) * heap.tall * 0.06)
  if (above <= 0) return
  for (let column = from; column <= to; column += 1) {
    const x = column * coarseness - margin
    const u = x * grain
    const v = y * grain
    const bend = noise.fbm(u * 0.8, v * 0.8, 4)
    const px = x + bend * heap.tall * 0.34
    const py = y + noise.fbm(u * 0.8 + 31, v * 0.8 + 17, 4) * heap.tall * 0.34
    let depth = -1
    let weight = 0
    let normalX = 0
    let normalY = 0
    for (const puff of puffs) {
      const dx = (px - puff.x) / puff.radius
      const dy = (py - puff.y) / puff.radius
      const inside = 1 - Math.sqrt(dx * dx + dy * dy)
      if (inside > depth) depth = inside
      if (inside <= 0) continue
      const strength = inside * inside
      weight += strength
      normalX += dx * strength
      normalY += dy * strength
    }
    const density = smoothstep(0, 0.22, depth + 0.06 * bend) * above
    if (density <= 0) continue
    const slope = weight > 0 ? (normalX * side - normalY * 0.9) / weight : 0
    const up = clamp01((heap.base - y) / heap.tall)
    const share = smoothstep(-0.15, 0.95, 0.36 + 0.5 * slope + 0.5 * up - 0.22 + 0.5 * bend * (0.4 + up))
    const near = sun.visible ? Math.exp(-Math.hypot(x - sun.x, y - sun.y) / (unit * 0.22)) : 0
    const bright = clamp01(share + near * (1 - depth) * 0.9)
    blend(pixels, (row * columns + column) * 4, mix(shade, lit, bright), density * (1 - heap.haze * 0.35))
  }
}

function blend(pixels: Uint8ClampedArray, at: number, colour: Rgb, alpha: number): void {
  const old = (pixels[at + 3] ?? 0) / 255
  const total = alpha + old * (1 - alpha)
  for (let channel = 0; channel < 3; channel += 1) {
    const before = pixels[at + channel] ?? 0
    pixels[at + channel] = ((colour[channel] ?? 0) * alpha + before * old * (1 - alpha)) / total
  }
  pixels[at + 3] = 255 * total
}

function puffsOf({ x, base, wide, tall }: Heap, random: Random): Puff[] {
  const count = 9 + Math.floor(random() * 6)
  const summit = between(random, -0.22, 0.22)
  const puffs = Array.from({ length: count }, (_, index): Puff => {
    const across = ((index + 0.5) / count) * 2 - 1 + between(random, -0.1, 0.1)
    const crown = Math.max(0, 1 - ((across - summit) / (1.05 - Math.abs(summit) * 0.4)) ** 2)
    const radius = tall * (0.17 + 0.28 * crown) * between(random, 0.8, 1.2)
    return { x: x + across * wide * 0.5, y: base - radius * 0.55 - tall * crown * between(random, 0.05, 0.4), radius }
  })
  const tops = Array.from({ length: 5 }, (): Puff => {
    const across = summit + between(random, -0.34, 0.34)
    const radius = tall * between(random, 0.2, 0.36)
    return { x: x + across * wide * 0.5, y: base - tall * between(random, 0.52, 0.85), radius }
  })
  return [...puffs, ...tops]
}

/** Clouds cut from one or two sheets: rounded heaps on a straight base. */
function flatCloudsLayer(stage: Stage): Layer {
  const { horizon, unit, width, palette, brief } = stage
  const random = stage.familyRandom('flat clouds')
  const closed = brief.sky === 'overcast' || brief.storm
  const count = closed ? 11 : 4 + Math.floor(random() * 3)
  const clouds = Array.from({ length: count }, (_, index) => ({
    x: width * ((index + between(random, -0.2, 1.2)) / count),
    base: horizon * (closed ? between(random, 0.06, 0.7) : between(random, 0.16, 0.62)),
    wide: unit * between(random, 0.2, closed ? 0.7 : 0.42),
    lobes: 3 + Math.floor(random() * 3),
    tone: random(),
  })).toSorted((a, b) => b.base - a.base)
  const shapes = clouds.map((cloud) => ({
    ...cloud,
    heights: Array.from({ length: cloud.lobes }, () => between(random, 0.12, 0.24)),
  }))
  const picture = drawPicture(
    stage,
    (g) => {
      for (const cloud of shapes) {
        const sky = onRamp(palette.sky, clamp01(cloud.base / horizon))
        drawCloud(g, cloud, css(mix(palette.cloudShade, sky, 0.35 + 0.3 * cloud.tone)), unit * 0.012)
        drawCloud(g, cloud, css(mix(palette.cloudLit, sky, 0.1 + 0.35 * cloud.tone)), 0)
      }
    },
    { bottom: horizon },
  )
  return drifting(stage, picture, { pace: paceOf(stage) * 0.7, depth: 0.06 })

  function drawCloud(
    g: SKRSContext2D,
    { x, base, wide, lobes, heights }: { x: number; base: number; wide: number; lobes: number; heights: number[] },
    colour: string,
    drop: number,
  ): void {
    g.fillStyle = colour
    g.beginPath()
    const foot = wide * 0.075
    g.roundRect(x - wide / 2, base - foot * 2 + drop, wide, foot * 2, foot)
    heights.forEach((height, index) => {
      const at = x + wide * (((index + 0.75) / (lobes + 0.5)) * 0.86 - 0.43)
      const radius = wide * height * (1 - 0.5 * Math.abs(((index + 0.5) / lobes) * 2 - 1))
      g.moveTo(at + radius, base - foot)
      g.arc(at, base - foot * 1.4 + drop, radius, 0, 2 * Math.PI)
    })
    g.fill()
  }
}
