import { between } from '../../../random.ts'
import { css, mix, multiply, onRamp, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, paintPicture, pictureLayer } from '../../stage.ts'
import type { Layer, Stage } from '../../stage.ts'

export type Air = { glow: Rgb; high: Rgb; light: Rgb }

/** The light between the trunks. */
export function airColours(stage: Stage): Air {
  const { palette, brief } = stage
  const leafy =
    brief.season === 'winter'
      ? palette.haze
      : mix(palette.haze, multiply(mix(palette.foliage, palette.grass, 0.6), palette.light), brief.time === 'day' ? 0.42 : 0.16)
  const night = brief.time === 'night'
  const low = onRamp(palette.sky, 0.85)
  return {
    glow: night ? mix(onRamp(palette.sky, 0.9), palette.light, 0.12) : mix(mix(leafy, low, 0.3), palette.light, 0.45),
    high: mix(scale(multiply(palette.foliage, palette.ambient), 1.1), onRamp(palette.sky, 0.4), night ? 0.5 : 0.3),
    light: mix(palette.light, [255, 250, 220], 0.3),
  }
}

export function backdrop(stage: Stage, { glow, high }: Air): Layer {
  const { width, height, horizon, unit } = stage
  const random = stage.random('wood backdrop')
  const picture = drawPicture(stage, (g) => {
    const fall = g.createLinearGradient(0, 0, 0, horizon + unit * 0.1)
    fall.addColorStop(0, css(high))
    fall.addColorStop(0.55, css(mix(high, glow, 0.55)))
    fall.addColorStop(1, css(glow))
    g.fillStyle = fall
    g.fillRect(-unit, -unit, width + 2 * unit, height + 2 * unit)
    const x = width * stage.focus
    const light = g.createRadialGradient(x, horizon - unit * 0.12, 0, x, horizon - unit * 0.12, unit * 0.62)
    light.addColorStop(0, css(mix(glow, [255, 255, 250], stage.brief.time === 'night' ? 0.06 : 0.5), 0.95))
    light.addColorStop(1, css(glow, 0))
    g.fillStyle = light
    g.fillRect(-unit, -unit, width + 2 * unit, height + 2 * unit)
    // Distant foliage, hardly distinguishable.
    for (let blob = 0; blob < 46; blob += 1) {
      const bx = between(random, -0.05, 1.05) * width
      const by = horizon * between(random, -0.05, 0.62)
      const off = Math.min(1, Math.abs(bx / width - stage.focus) * 2.2)
      const radius = unit * between(random, 0.07, 0.17)
      const soft = g.createRadialGradient(bx, by, 0, bx, by, radius)
      soft.addColorStop(0, css(high, 0.1 + 0.22 * off))
      soft.addColorStop(1, css(high, 0))
      g.fillStyle = soft
      g.fillRect(bx - radius, by - radius, radius * 2, radius * 2)
    }
  })
  return pictureLayer(stage, picture, 0)
}

/** Slanting light that comes and goes slowly. */
export function lightShafts(stage: Stage, light: Rgb): Layer {
  const random = stage.familyRandom('shafts')
  const { unit, width, horizon, lightDirection, brief } = stage
  const slant = (lightDirection[0] < 0 ? 1 : -1) * between(random, 0.35, 0.7)
  const shafts = Array.from({ length: 7 }, (_, index) => ({
    x: width * ((index + between(random, 0, 1)) / 7) - slant * horizon * 0.5,
    wide: unit * between(random, 0.02, 0.075),
    alpha: between(random, 0.07, 0.19) * (brief.time === 'day' ? 0.9 : 1.2),
  }))
  const foot = horizon + unit * 0.2
  // Two sets that come and go in turn.
  const sets = [0, 1].map((set) =>
    drawPicture(
      stage,
      (g) => {
        g.globalCompositeOperation = 'screen'
        for (const { x, wide, alpha } of shafts.filter((_, index) => index % 2 === set)) {
          const fall = g.createLinearGradient(0, 0, 0, foot)
          fall.addColorStop(0, css(light, alpha))
          fall.addColorStop(0.6, css(light, alpha * 0.7))
          fall.addColorStop(1, css(light, 0))
          g.fillStyle = fall
          for (const share of [1, 0.62, 0.3]) {
            g.beginPath()
            g.moveTo(x - wide * share, -unit * 0.1)
            g.lineTo(x + wide * share, -unit * 0.1)
            g.lineTo(x + slant * foot + wide * share * 1.9, foot)
            g.lineTo(x + slant * foot - wide * share * 1.9, foot)
            g.fill()
          }
        }
      },
      { bottom: foot },
    ),
  )
  return {
    paint(g, moment) {
      g.save()
      g.globalCompositeOperation = 'screen'
      sets.forEach((set, index) => {
        g.globalAlpha = 0.78 + 0.22 * Math.sin(moment.seconds * 0.5 + index * 2.4)
        // At the depth of the trunks, but on whole pixels: light has no edges.
        paintPicture(g, stage, set, 0.5, moment)
      })
      g.restore()
    },
  }
}
