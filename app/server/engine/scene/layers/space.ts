import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { between, pick } from '../../random.ts'
import { css, fromOklch, mix, toOklch } from '../colour.ts'
import type { Rgb } from '../colour.ts'
import { clamp01, createNoise, smoothstep } from '../noise.ts'
import { canvasOf, drawPicture, layerWidth, layerX } from '../stage.ts'
import type { Layer, Stage } from '../stage.ts'

/** Clouds of gas in two hues on black. */
export function nebulaLayer(stage: Stage): Layer {
  const coarseness = 2
  const random = stage.random('nebula')
  const noise = createNoise(random)
  const fullWidth = layerWidth(stage)
  const width = Math.ceil(fullWidth / coarseness)
  const height = Math.ceil(stage.height / coarseness)
  const pixels = new Uint8ClampedArray(width * height * 4)
  const [warm, cold] = gasColours(stage)
  const turn = between(random, -0.9, 0.9)
  const offset = between(random, -0.18, 0.18)
  const scaleOf = between(random, 1.3, 2)
  const breadth = between(random, 0.3, 0.55)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = ((x - width / 2) * coarseness) / stage.unit
      const v = ((y - height / 2) * coarseness) / stage.unit
      const warpX = noise.fbm(u * scaleOf + 3, v * scaleOf, 3)
      const warpY = noise.fbm(u * scaleOf, v * scaleOf + 9, 3)
      const gas = noise.fbm(u * scaleOf + warpX * 1.4, v * scaleOf + warpY * 1.4, 6)
      const across = Math.abs(v * Math.cos(turn) - u * Math.sin(turn) - offset + warpX * 0.25)
      const band = Math.exp(-((across / breadth) ** 2))
      const density = clamp01((gas * 0.9 + 0.32) * band * 1.25)
      const dust = smoothstep(0.08, 0.5, noise.ridged(u * 1.6 + warpY, v * 1.6 - warpX, 4) - 0.28) * band
      const share = clamp01(0.5 + warpX * 1.5)
      const glow = density * (1 - 0.75 * dust)
      const core = density ** 3 * 1.3
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const tint = (cold[channel] ?? 0) + ((warm[channel] ?? 0) - (cold[channel] ?? 0)) * share
        pixels[at + channel] = 6 + channel * 3 + tint * glow * 1.05 + 255 * core * 0.42
      }
      pixels[at + 3] = 255
    }
  }
  const canvas = createCanvas(fullWidth, stage.height)
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  g.drawImage(canvasOf(pixels, width, height), 0, 0, width * coarseness, height * coarseness)
  return { paint: (target, moment) => target.drawImage(canvas, layerX(stage, 0.25, moment), 0) }
}

function gasColours(stage: Stage): [Rgb, Rgb] {
  const random = stage.random('gas colours')
  const { colours } = stage.brief
  if (colours.length > 0) {
    const hue = toOklch(stage.palette.accents[0]).hue
    return [
      fromOklch({ lightness: 0.62, chroma: 0.2, hue }),
      fromOklch({ lightness: 0.5, chroma: 0.15, hue: hue + between(random, 0.5, 1) }),
    ]
  }
  const hue = between(random, 0, 2 * Math.PI)
  const apart = pick(random, [1.4, 2.1, -1.7, -2.4])
  return [fromOklch({ lightness: 0.62, chroma: 0.19, hue }), fromOklch({ lightness: 0.5, chroma: 0.15, hue: hue + apart })]
}

type Planet = { x: number; y: number; radius: number; ringed: boolean; banded: boolean; depth: number; part: string }

/** One large planet, sometimes ringed, and a moon or two. */
export function planetsLayer(stage: Stage): Layer {
  const random = stage.random('planets')
  const { width, height, unit } = stage
  const side = random() < 0.5 ? -1 : 1
  const main: Planet = {
    x: width * (0.5 + side * between(random, 0.04, 0.26)),
    y: height * between(random, 0.34, 0.66),
    radius: unit * between(random, 0.15, 0.3),
    ringed: random() < 0.55,
    banded: random() < 0.6,
    depth: 0.55,
    part: 'main planet',
  }
  const moons = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, index): Planet => ({
    x: width * (0.5 - side * between(random, 0.16, 0.4)),
    y: height * between(random, 0.14, 0.86),
    radius: main.radius * between(random, 0.1, 0.26),
    ringed: false,
    banded: false,
    depth: 0.8,
    part: `moon ${index}`,
  }))
  const layers = [...moons, main].map((planet) => ({ planet, picture: drawPicture(stage, (g) => drawPlanet(g, stage, planet)) }))
  return {
    paint(g, moment) {
      for (const { planet, picture } of layers) g.drawImage(picture.canvas, layerX(stage, planet.depth, moment), 0)
    },
  }
}

function drawPlanet(g: SKRSContext2D, stage: Stage, planet: Planet): void {
  const random = stage.random(planet.part)
  const x = planet.x + stage.margin
  const hue = stage.brief.colours.length > 0 ? toOklch(stage.palette.accents[0]).hue : between(random, 0, 2 * Math.PI)
  const light = fromOklch({ lightness: 0.82, chroma: 0.08, hue })
  const dark = fromOklch({ lightness: 0.45, chroma: 0.1, hue: hue + between(random, -0.6, 0.6) })
  const tilt = between(random, -0.45, 0.45)
  const glow = g.createRadialGradient(x, planet.y, planet.radius * 0.95, x, planet.y, planet.radius * 1.25)
  glow.addColorStop(0, css(light, 0.35))
  glow.addColorStop(1, css(light, 0))
  g.fillStyle = glow
  g.beginPath()
  g.arc(x, planet.y, planet.radius * 1.25, 0, 2 * Math.PI)
  g.fill()
  if (planet.ringed) drawRing(g, x, planet, tilt, light, random, 'back')
  g.drawImage(ballOf(stage, planet, light, dark), x - planet.radius, planet.y - planet.radius)
  if (planet.ringed) drawRing(g, x, planet, tilt, light, random, 'front')
}

/** A lit ball with bands of cloud or with continents, and a bright rim of air. */
function ballOf(stage: Stage, planet: Planet, light: Rgb, dark: Rgb): Canvas {
  const noise = createNoise(stage.random(`${planet.part} surface`))
  const size = Math.ceil(planet.radius * 2)
  const pixels = new Uint8ClampedArray(size * size * 4)
  const [lx, ly, lz] = [stage.lightDirection[0] * 0.85, -0.42, 0.42]
  const air = mix(light, [170, 205, 255], 0.6)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const u = (x + 0.5 - planet.radius) / planet.radius
      const v = (y + 0.5 - planet.radius) / planet.radius
      const square = u * u + v * v
      if (square > 1.03) continue
      const z = Math.sqrt(Math.max(0, 1 - square))
      const warp = noise.fbm(u * 1.3 + z, v * 2.2, 4)
      const share = planet.banded
        ? clamp01(0.5 + 0.5 * Math.sin(v * 11 + warp * 2.6) + 0.25 * noise.fbm(u * 3 + warp, v * 14, 3))
        : smoothstep(-0.12, 0.2, noise.fbm(u * 1.5 + z * 0.7 + warp * 0.6, v * 1.6 + warp * 0.4, 6))
      const relief = planet.banded ? 0 : noise.fbm(u * 6 + z, v * 6, 3) * 0.12
      const lit = clamp01((u * lx + v * ly + z * lz) * 1.15 + relief) ** 0.85
      const rim = (1 - z) ** 3 * clamp01(u * lx + v * ly + 0.45) * 0.8
      const at = (y * size + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = (dark[channel] ?? 0) + ((light[channel] ?? 0) - (dark[channel] ?? 0)) * share
        pixels[at + channel] = ground * (lit + 0.025) + (air[channel] ?? 0) * rim
      }
      pixels[at + 3] = 255 * clamp01((1 - Math.sqrt(square)) * planet.radius + 0.5)
    }
  }
  return canvasOf(pixels, size, size)
}

function drawRing(
  g: SKRSContext2D,
  x: number,
  planet: Planet,
  tilt: number,
  light: Rgb,
  random: () => number,
  half: 'front' | 'back',
): void {
  const rings = 40
  g.save()
  g.translate(x, planet.y)
  g.rotate(tilt)
  g.lineWidth = (planet.radius * 0.95) / rings + 0.7
  for (let index = 0; index < rings; index += 1) {
    const share = index / rings
    const gap = share > 0.52 && share < 0.6 ? 0.1 : 1
    const alpha = (0.12 + 0.45 * random()) * gap * Math.sin(Math.PI * Math.min(1, share * 1.1 + 0.06))
    g.strokeStyle = css(mix(light, [255, 245, 225], 0.4), Math.max(0, alpha))
    const radius = planet.radius * (1.3 + 0.95 * share)
    g.beginPath()
    g.ellipse(0, 0, radius, radius * 0.24, 0, half === 'front' ? 0 : Math.PI, half === 'front' ? Math.PI : 2 * Math.PI)
    g.stroke()
  }
  g.restore()
}
