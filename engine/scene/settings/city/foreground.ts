import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../../../random.ts'
import { css, mix, multiply, scale } from '../../colour.ts'
import type { Rgb } from '../../colour.ts'
import { drawPicture, pictureLayer } from '../../stage.ts'
import type { Layer, Picture, Stage } from '../../stage.ts'
import { halo } from '../../things/pen.ts'

/** Roofs in front of the viewer, with chimneys and skylights. */
export function roofsLayer(stage: Stage): Layer {
  const random = stage.familyRandom('roofs')
  const { unit, width, height, reach, palette, brief, lightDirection } = stage
  const dark = brief.time === 'night'
  const evening = dark || brief.time === 'dusk'
  const tiles: readonly Rgb[] = [
    [150, 84, 66],
    [120, 78, 72],
    [98, 96, 108],
    [134, 98, 78],
  ]
  const lightLeft = lightDirection[0] < 0
  const picture: Picture = drawPicture(
    stage,
    (g) => {
      for (const rank of [0, 1]) {
        const row = height - unit * (rank === 0 ? 0.13 : 0.02)
        for (let x = -reach - unit * 0.2 * random(); x < width + reach;) {
          const wide = unit * between(random, 0.17, 0.3) * (0.85 + 0.3 * rank)
          house(g, x, row + unit * between(random, -0.02, 0.03), wide, rank)
          x += wide * between(random, 0.86, 1)
        }
      }
    },
    { top: height - unit * 0.42 },
  )
  return pictureLayer(stage, picture, 0.85)

  function house(g: SKRSContext2D, x: number, row: number, wide: number, rank: number): void {
    const dim = (dark ? 0.42 : evening ? 0.72 : 1) * (rank === 0 ? 0.92 : 0.8)
    const tile = tiles[Math.floor(random() * tiles.length)] ?? [120, 80, 70]
    const shade = (colour: Rgb, lit: number) =>
      css(mix(scale(multiply(colour, mix(palette.ambient, palette.light, 0.15 + 0.75 * lit)), dim), palette.haze, rank === 0 ? 0.1 : 0))
    const pitch = wide * between(random, 0.3, 0.46)
    const eaves = row - wide * 0.1
    if (random() < 0.8) {
      const cx = x + wide * between(random, 0.2, 0.72)
      g.fillStyle = shade([128, 88, 76], 0.4)
      g.fillRect(cx, eaves - pitch * 1.08, wide * 0.09, pitch * 0.8)
      g.fillStyle = shade([90, 66, 60], 0.5)
      g.fillRect(cx - wide * 0.012, eaves - pitch * 1.1, wide * 0.114, wide * 0.03)
    }
    g.fillStyle = brief.snowy ? shade([240, 244, 250], 0.8) : shade(tile, lightLeft ? 0.85 : 0.35)
    g.beginPath()
    g.moveTo(x - wide * 0.04, eaves)
    g.lineTo(x + wide * 0.3, eaves - pitch)
    g.lineTo(x + wide * 0.98, eaves - pitch)
    g.lineTo(x + wide * 0.66, eaves)
    g.fill()
    g.fillStyle = brief.snowy ? shade([226, 232, 244], 0.55) : shade(tile, lightLeft ? 0.3 : 0.8)
    g.beginPath()
    g.moveTo(x + wide * 0.98, eaves - pitch)
    g.lineTo(x + wide * 1.06, eaves)
    g.lineTo(x + wide * 0.66, eaves)
    g.fill()
    g.fillStyle = shade([196, 176, 154], 0.45)
    g.fillRect(x, eaves, wide * 1.02, height - eaves + stage.lift)
    if (!brief.snowy) {
      g.strokeStyle = shade(scale(tile, 0.75), 0.4)
      g.lineWidth = Math.max(0.6, unit * 0.001)
      g.beginPath()
      for (let line = 1; line < 8; line += 1) {
        const share = line / 8
        g.moveTo(x - wide * 0.04 + wide * 0.34 * share, eaves - pitch * share)
        g.lineTo(x + wide * 0.66 + wide * 0.32 * share, eaves - pitch * share)
      }
      g.stroke()
    }
    const lit = random() < (evening ? 0.75 : 0.1)
    g.fillStyle = lit ? css([255, 212, 130], 0.95) : shade([70, 84, 104], 0.6)
    const wx = x + wide * between(random, 0.22, 0.5)
    g.fillRect(wx, eaves - pitch * 0.66, wide * 0.1, pitch * 0.34)
    if (lit) halo(g, wx + wide * 0.05, eaves - pitch * 0.5, wide * 0.3, [255, 190, 100], 0.35)
    for (const at of [0.16, 0.44, 0.72]) {
      const on = random() < (evening ? 0.55 : 0.04)
      g.fillStyle = on ? css([255, 206, 124], 0.95) : shade([70, 84, 104], 0.5)
      g.fillRect(x + wide * at, eaves + wide * 0.09, wide * 0.12, wide * 0.17)
    }
  }
}

/** The edge of the water before a city: a dark quay with a row of lamps, whose reflections give the water its streaks. */
export function quayLayer(stage: Stage, options: { row: number; depth: number }): Layer {
  const random = stage.familyRandom('quay')
  const { unit, brief, palette, width, reach } = stage
  const lit = brief.time === 'night' || brief.time === 'dusk' || brief.storm
  const tall = unit * 0.01
  const picture = drawPicture(
    stage,
    (g) => {
      g.fillStyle = css(mix(palette.ink, palette.haze, 0.12))
      g.fillRect(-reach, options.row - tall, width + 2 * reach, tall + 1)
      if (!lit) {
        for (let x = -reach; x < width + reach; x += unit * between(random, 0.016, 0.04)) {
          const size = unit * between(random, 0.008, 0.016)
          g.fillStyle = css(mix(scale(multiply(palette.foliage, palette.light), 0.9), palette.haze, 0.2))
          g.beginPath()
          g.arc(x, options.row - tall - size * 0.5, size, 0, 2 * Math.PI)
          g.fill()
        }
        return
      }
      for (let x = -reach; x < width + reach; x += unit * between(random, 0.024, 0.036))
        halo(g, x, options.row - tall * 1.6, unit * 0.02, [255, 206, 120], 0.95)
    },
    { top: options.row - unit * 0.05, bottom: options.row + 2 },
  )
  return pictureLayer(stage, picture, options.depth)
}
