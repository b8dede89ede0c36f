import { between, pick } from '../../../random.ts'
import type { Random } from '../../../random.ts'
import { css, fromOklch, onRamp, toOklch } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { createNoise, smoothstep } from '../../noise.ts'
import { paints } from '../../paints.ts'
import { enlarged, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'

export type Water = { ramp: readonly Rgb[]; haze: Rgb; light: Rgb }

export function waterColours({ brief, palette }: Stage, random: Random): Water {
  const [own] = brief.coloursOf.water ?? brief.coloursOf.sea ?? []
  const named = own ? toOklch(paints[own]).hue : brief.colours.length > 0 ? toOklch(palette.accents[0]).hue : null
  const hue = named ?? pick(random, [3.9, 4.1, 3.6, 4.3])
  const dim = brief.time === 'night' ? 0.45 : brief.tones.has('dark') || brief.moods.has('dark') ? 0.6 : brief.time === 'dusk' ? 0.78 : 1
  const at = (lightness: number, chroma: number, shift: number) => fromOklch({ lightness: lightness * dim, chroma, hue: hue + shift })
  return {
    ramp: [at(0.93, 0.07, -0.35), at(0.78, 0.11, -0.2), at(0.6, 0.13, -0.05), at(0.43, 0.12, 0.08), at(0.3, 0.1, 0.15)],
    haze: at(0.6, 0.11, -0.05),
    light: at(0.97, 0.05, -0.3),
  }
}

export function waterBody(stage: Stage, { ramp, light }: Water): Layer {
  const { width, height, unit, margin, lift } = stage
  const noise = createNoise(stage.random('surface'))
  const coarseness = Math.max(2, Math.round(unit / 360))
  const columns = Math.ceil((width + 2 * margin) / coarseness)
  const rows = Math.ceil((height + 2 * lift) / coarseness)
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  const glareX = width * (0.5 + (0.5 - stage.focus) * 1.2) + margin
  for (let y = 0; y < rows; y += 1) {
    const down = (y * coarseness) / (height + 2 * lift)
    for (let x = 0; x < columns; x += 1) {
      const across = (x * coarseness - glareX) / unit
      const glare = Math.exp(-(across * across * 2.2 + down * down * 5.5))
      const colour = onRamp(ramp, Math.min(1, down * 1.12 + 0.16 - glare * 0.34))
      // The surface from below: bright where waves let the sky through.
      const near = smoothstep(0.17, 0, down)
      const wave = stage.flat
        ? 0
        : smoothstep(0.12, 0.5, noise.fbm((x * coarseness) / unit / (0.09 + down * 0.9), down * 46, 3) + 0.18) * near
      const at = (y * columns + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[at + channel] =
          (colour[channel] ?? 0) + ((light[channel] ?? 0) - (colour[channel] ?? 0)) * Math.min(1, wave * 0.75 + glare * 0.3)
      }
      pixels[at + 3] = 255
    }
  }
  return pictureLayer(stage, enlarged(pixels, { columns, rows, coarseness }, { left: -margin, top: -lift }), 0)
}

export function shaftsLayer(stage: Stage, light: Rgb): Layer {
  const random = stage.familyRandom('sea shafts')
  const { unit, width, height, brief } = stage
  const from = width * (0.5 + (0.5 - stage.focus) * 1.2)
  const shafts = Array.from({ length: 11 }, () => ({
    at: from + between(random, -0.28, 0.28) * unit,
    slant: between(random, -0.55, 0.55),
    wide: unit * between(random, 0.012, 0.05),
    long: height * between(random, 0.55, 0.95),
    alpha: between(random, 0.05, 0.15) * (brief.time === 'night' ? 0.5 : 1),
    phase: random() * 6.3,
  }))
  return {
    paint(g, { seconds }) {
      g.save()
      g.globalCompositeOperation = 'screen'
      for (const shaft of shafts) {
        const strength = shaft.alpha * (0.65 + 0.35 * Math.sin(seconds * 0.7 + shaft.phase))
        const slant = shaft.slant + 0.03 * Math.sin(seconds * 0.3 + shaft.phase)
        const fall = g.createLinearGradient(0, 0, 0, shaft.long)
        fall.addColorStop(0, css(light, strength))
        fall.addColorStop(1, css(light, 0))
        g.fillStyle = fall
        for (const share of [1, 0.5]) {
          g.beginPath()
          g.moveTo(shaft.at - shaft.wide * share, 0)
          g.lineTo(shaft.at + shaft.wide * share, 0)
          g.lineTo(shaft.at + slant * shaft.long + shaft.wide * share * 2.6, shaft.long)
          g.lineTo(shaft.at + slant * shaft.long - shaft.wide * share * 2.6, shaft.long)
          g.fill()
        }
      }
      g.restore()
    },
  }
}

export function bubblesLayer(stage: Stage): Layer {
  const random = stage.random('bubbles')
  const { unit, width, height } = stage
  const bubbles = Array.from({ length: 46 }, (_, index) => {
    const stream = index % 4
    return {
      x: width * (0.16 + 0.23 * stream) + between(random, -1, 1) * unit * 0.03,
      start: random(),
      pace: between(random, 0.06, 0.11),
      size: unit * between(random, 0.002, 0.0085),
      phase: random() * 6.3,
    }
  })
  return {
    paint(g, { seconds }) {
      for (const bubble of bubbles) {
        const up = (bubble.start + seconds * bubble.pace) % 1
        const x = bubble.x + Math.sin(seconds * 1.6 + bubble.phase + up * 9) * unit * 0.007
        const y = height * (1 - up)
        const size = bubble.size * (0.6 + 0.6 * up)
        g.strokeStyle = 'rgba(236,250,255,0.5)'
        g.lineWidth = Math.max(0.6, size * 0.2)
        g.beginPath()
        g.arc(x, y, size, 0, 2 * Math.PI)
        g.stroke()
        g.fillStyle = 'rgba(255,255,255,0.6)'
        g.beginPath()
        g.arc(x - size * 0.35, y - size * 0.35, size * 0.22, 0, 2 * Math.PI)
        g.fill()
      }
    },
  }
}
