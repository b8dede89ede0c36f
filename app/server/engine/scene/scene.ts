import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from '../random.ts'
import { readBrief } from './brief.ts'
import { abstractLayers } from './layers/abstract.ts'
import { cloudsLayer } from './layers/clouds.ts'
import { quayLayer, skylineLayer } from './layers/city.ts'
import { balloonsLayer, birdsLayer, boatLayer, housesLayer, lighthouseLayer } from './layers/extras.ts'
import { duneGround, hillGround, islandGround, mountainGround, shoreGround } from './layers/grounds.ts'
import { auroraLayer, bloomLayer, skyLayer, starsLayer } from './layers/sky.ts'
import { nebulaLayer, planetsLayer } from './layers/space.ts'
import { renderTerrain } from './layers/terrain.ts'
import type { Ground } from './layers/terrain.ts'
import { foregroundGrassLayer, forestLayer, framingTreesLayer } from './layers/trees.ts'
import { waterLayer } from './layers/water.ts'
import { lightningLayer, mistLayer, rainLayer, snowLayer } from './layers/weather.ts'
import { choosePalette } from './palette.ts'
import { createStage, lowerPartLayer, rowOf, stillLayer } from './stage.ts'
import type { Layer, Moment, Picture, Size, Stage } from './stage.ts'

export type Scene = {
  size: Size
  /** Paints one moment; nothing of what was on the canvas remains. */
  paint(g: SKRSContext2D, moment: Moment): void
}

export type SceneOptions = {
  prompt: string
  seed: number
  size: Size
  /** For one picture rather than many frames: everything at full resolution. */
  still: boolean
  checkpoint(): void
}

const pixelArtSize = 160

/** Reads the prompt and builds what it asks for. The same prompt, seed and size always give the same scene. */
export function buildScene({ prompt, seed, size, still, checkpoint }: SceneOptions): Scene {
  const brief = readBrief(prompt, seed)
  const stage = createStage(brief, choosePalette(brief, seed), seed, size)
  const context: Context = { stage, still, checkpoint }
  const layers = [...placeLayers(context), ...weatherLayers(stage), vignetteLayer(stage)]
  const paintLayers = (g: SKRSContext2D, moment: Moment) => {
    for (const layer of layers) {
      if (still) checkpoint()
      layer.paint(g, moment)
    }
  }
  return { size, paint: brief.style === 'pixel' ? asPixelArt(size, paintLayers) : paintLayers }
}

type Context = { stage: Stage; still: boolean; checkpoint: () => void }

function placeLayers(context: Context): Layer[] {
  const { stage, still } = context
  const { settings } = stage.brief
  if (settings.has('abstract')) return abstractLayers(stage, { fine: still })
  if (settings.has('space')) return [nebulaLayer(stage), starsLayer(stage, { count: 1_500, bottom: stage.height }), planetsLayer(stage)]
  return [...skyLayers(stage), ...groundLayers(context), bloomLayer(stage)]
}

function skyLayers(stage: Stage): Layer[] {
  const { brief, height, horizon } = stage
  const layers = [skyLayer(stage)]
  if (brief.time === 'night' || brief.extras.has('stars'))
    layers.push(starsLayer(stage, { count: Math.round(900 * (horizon / height) * 1.6), bottom: horizon }))
  if (brief.extras.has('aurora')) layers.push(auroraLayer(stage))
  else layers.push(cloudsLayer(stage))
  if (brief.storm) layers.push(lightningLayer(stage))
  return layers
}

/** How much of what is at a distance is lost in the air, 0..1. */
function hazeOf(stage: Stage): (distance: number) => number {
  const { brief } = stage
  const reach = brief.fog ? 9 : brief.rain || brief.snowfall ? 20 : { day: 46, sunset: 34, dawn: 27, night: 40, overcast: 30 }[brief.time]
  const most = brief.fog ? 0.94 : 0.82
  return (distance) => Math.min(most, 1 - Math.exp(-Math.max(0, distance - 2) / reach))
}

function groundLayers(context: Context): Layer[] {
  const { settings, extras } = context.stage.brief
  const layers: Layer[] = []
  if (settings.has('city')) layers.push(...cityLayers(context))
  else if (settings.has('sea') || settings.has('lake')) layers.push(...waterScene(context))
  else if (settings.has('desert')) layers.push(...desertLayers(context))
  else layers.push(...landLayers(context))
  if (extras.has('balloon')) layers.push(balloonsLayer(context.stage))
  if (extras.has('birds')) layers.push(birdsLayer(context.stage))
  return layers
}

/** A range right at the back, which any place with mountains has. */
function farRange({ stage, checkpoint }: Context, options: { start: number; reach: number }): Picture {
  const haze = hazeOf(stage)
  return renderTerrain(
    stage,
    {
      ground: mountainGround(stage, { start: options.start, reach: options.reach, part: 'far range' }),
      near: options.start,
      far: options.start * 2.6,
      floor: -0.2,
      haze: (distance, height) => Math.min(0.9, haze(distance) + 0.22 * Math.exp(-Math.max(0, height) * 0.5)),
    },
    checkpoint,
  )
}

function waterScene(context: Context): Layer[] {
  const { stage, still, checkpoint } = context
  const { brief } = stage
  const { settings, extras } = brief
  const random = stage.random('water scene')
  const sea = settings.has('sea')
  const tropical = brief.trees === 'palm'
  const mountains = settings.has('mountains')
  const wooded = settings.has('forest') || (!sea && !mountains)
  const haze = hazeOf(stage)
  const shoreDistance = mountains || !sea ? 10 : 400
  const behind: Layer[] = []
  const land: { picture: Picture; depth: number }[] = []
  let shoreGroundBehind: Ground | null = null

  if (mountains) {
    behind.push(stillLayer(stage, farRange(context, { start: 24, reach: between(random, 9, 13) }), { depth: 0.1 }))
    shoreGroundBehind = mountainGround(stage, { start: shoreDistance, reach: between(random, 4.2, 5.6), part: 'near range', low: -0.05 })
  } else if (!sea) {
    shoreGroundBehind = offsetGround(hillGround(stage, { part: 'far shore', relief: 0.9, from: shoreDistance * 0.8 }), shoreDistance)
    if (random() < 0.6) behind.push(stillLayer(stage, farRange(context, { start: 30, reach: 6 }), { depth: 0.08 }))
  } else if (random() < 0.65 || settings.has('forest')) {
    land.push({
      picture: renderTerrain(stage, { ground: islandGround(stage, { part: 'islands' }), near: 22, far: 60, floor: 0, haze }, checkpoint),
      depth: 0.12,
    })
  }
  if (shoreGroundBehind) {
    const picture = renderTerrain(
      stage,
      {
        ground: shoreGroundBehind,
        near: shoreDistance * 0.9,
        far: mountains ? 30 : 24,
        floor: 0,
        haze: (distance, height) => Math.min(0.9, haze(distance) + 0.12 * Math.exp(-Math.max(0, height) * 1.4)),
      },
      checkpoint,
    )
    land.push({ picture, depth: 0.25 })
  }
  const shoreline = Math.round(sea && !mountains ? stage.horizon : rowOf(stage, 0, shoreDistance * (mountains ? 1.32 : 1.18)))
  for (const { picture, depth } of land) behind.push(stillLayer(stage, picture, { depth }))
  if (wooded && shoreGroundBehind) behind.push(shoreForest(stage, shoreGroundBehind, shoreDistance, haze, mountains))
  if (extras.has('lighthouse')) behind.push(lighthouseLayer(stage, { shoreline }))
  if (brief.fog || brief.time === 'dawn') {
    behind.push(
      mistLayer(stage, {
        part: 'shore mist',
        row: shoreline - stage.unit * 0.02,
        thickness: stage.unit * 0.2,
        strength: brief.fog ? 0.85 : 0.45,
      }),
    )
  }
  checkpoint()

  const front: Layer[] = []
  for (const { picture, depth } of land) {
    const inFront = lowerPartLayer(stage, picture, { depth, from: shoreline - 1 })
    if (inFront) front.push(inFront)
  }
  if (extras.has('boat')) front.push(boatLayer(stage, { shoreline }))
  if (houseCount(stage) > 0 && !sea) {
    behind.push(housesLayer(stage, { count: houseCount(stage), row: shoreline + 1, size: stage.unit * 0.05, depth: 0.25 }))
  }
  if (extras.has('beach') || tropical || (!sea && random() < 0.55) || (sea && random() < 0.3)) {
    const ground = shoreGround(stage, { part: 'near shore', edge: extras.has('beach') || tropical ? 2.1 : 1.62 })
    front.push(stillLayer(stage, renderTerrain(stage, { ground, near: 1, far: 4, floor: 0, haze }, checkpoint), { depth: 0.9 }))
  }
  if (settings.has('forest') || (!sea && random() < 0.4) || tropical) {
    front.push(framingTreesLayer(stage, { both: random() < 0.4 }))
  }
  const roughness = brief.storm ? 1.8 : sea ? between(random, 0.7, 1.1) : brief.rain ? 0.6 : between(random, 0.14, 0.34)
  return [...behind, waterLayer(stage, { shoreline, roughness, fine: still }), ...front]
}

/** Lets a ground begin as a shore at a distance: it comes out of the water there. */
function offsetGround(ground: Ground, start: number): Ground {
  return {
    ...ground,
    height: (x, distance) => {
      const rise = (distance - start * (1 + 0.1 * Math.sin(x * 0.7) + 0.05 * Math.sin(x * 1.9 + 2))) * 0.08
      return Math.min(rise, 0.15) + Math.max(0, rise) * 0.4 * Math.max(0, ground.height(x, distance))
    },
  }
}

function shoreForest(stage: Stage, ground: Ground, shoreDistance: number, haze: (distance: number) => number, mountains: boolean): Layer {
  return forestLayer(stage, {
    part: 'shore forest',
    near: shoreDistance * 1.04,
    far: shoreDistance * (mountains ? 1.7 : 2),
    count: 1_100,
    tall: 0.95,
    ground,
    depth: 0.25,
    haze: (distance) => haze(distance) * 0.9,
    floor: 0.01,
    ceiling: mountains ? 0.95 : undefined,
    cover: 0.82,
  })
}

const houseCount = ({ brief: { extras } }: Stage) => (extras.has('village') ? 6 : extras.has('cabin') ? 1 : 0)

function landLayers(context: Context): Layer[] {
  const { stage, checkpoint } = context
  const { brief } = stage
  const { settings } = brief
  const random = stage.random('land')
  const haze = hazeOf(stage)
  const mountains = settings.has('mountains')
  const forest = settings.has('forest')
  const meadow = settings.has('meadow')
  const layers: Layer[] = []
  if (mountains) {
    layers.push(stillLayer(stage, farRange(context, { start: 24, reach: between(random, 11, 14) }), { depth: 0.1 }))
    const near = mountainGround(stage, { start: 10, reach: between(random, 4.4, 6), part: 'near range' })
    layers.push(
      stillLayer(
        stage,
        renderTerrain(
          stage,
          {
            ground: near,
            near: 9.5,
            far: 27,
            floor: -0.24,
            haze: (distance, height) => Math.min(0.9, haze(distance) + 0.16 * Math.exp(-Math.max(0, height))),
          },
          checkpoint,
        ),
        { depth: 0.22 },
      ),
    )
  } else if (forest || random() < 0.5) {
    layers.push(stillLayer(stage, farRange(context, { start: 26, reach: meadow ? 4 : 5.5 }), { depth: 0.1 }))
  }
  if (brief.fog || brief.time === 'dawn' || forest)
    layers.push(mist('far mist', stage.horizon + stage.unit * 0.01, 0.24, brief.fog ? 0.9 : 0.5))

  const relief = meadow ? between(random, 0.7, 1.2) : forest ? between(random, 0.5, 0.9) : between(random, 0.3, 0.5)
  const hills = hillGround(stage, { part: 'hills', relief, from: 3 })
  const back = renderTerrain(stage, { ground: hills, near: 4.2, far: mountains ? 12 : 26, haze }, checkpoint)
  const front = renderTerrain(stage, { ground: hills, near: 1, far: 4.4, haze }, checkpoint)
  layers.push(stillLayer(stage, back, { depth: 0.4 }))
  if (forest) {
    layers.push(forestBand('far forest', 10, 26, 1_300, 0.3, 0.95))
    layers.push(mist('middle mist', stage.horizon + stage.unit * 0.05, 0.2, brief.fog ? 0.8 : 0.4))
    layers.push(forestBand('middle forest', 5.6, 11, 620, 0.4, 0.85))
    if (brief.fog) layers.push(mist('near mist', stage.horizon + stage.unit * 0.12, 0.22, 0.6))
  } else {
    layers.push(
      forestBand(
        'scattered trees',
        mountains ? 6.5 : 5,
        mountains ? 12 : 20,
        mountains ? 260 : 110,
        0.4,
        mountains ? 0.5 : 0.36,
        mountains,
      ),
    )
  }
  layers.push(stillLayer(stage, front, { depth: 0.8 }))
  if (houseCount(stage) > 0) {
    layers.push(housesLayer(stage, { count: houseCount(stage), row: rowOf(stage, 0, 4), size: stage.unit * 0.13, depth: 0.6 }))
  }
  if (forest) {
    layers.push(forestBand('near forest', 2.6, 5.2, 170, 0.8, 0.85, true))
    layers.push(framingTreesLayer(stage, { both: random() < 0.6 }))
  }
  if (!brief.winter && !(mountains && !meadow)) layers.push(foregroundGrassLayer(stage))
  return layers

  function mist(part: string, row: number, thickness: number, strength: number): Layer {
    return mistLayer(stage, { part, row, thickness: stage.unit * thickness, strength })
  }

  function forestBand(part: string, near: number, far: number, count: number, depth: number, cover = 0.85, clearing = false): Layer {
    return forestLayer(stage, {
      part,
      near,
      far,
      count,
      tall: forest && !mountains ? 1.25 : 0.8,
      ground: hills,
      depth,
      haze,
      cover,
      clearing,
    })
  }
}

function desertLayers(context: Context): Layer[] {
  const { stage, checkpoint } = context
  const { settings, brief } = { settings: stage.brief.settings, brief: stage.brief }
  const haze = hazeOf(stage)
  const dunes = duneGround(stage, { part: 'dunes' })
  const layers: Layer[] = []
  if (settings.has('mountains')) layers.push(stillLayer(stage, farRange(context, { start: 26, reach: 7 }), { depth: 0.1 }))
  layers.push(
    stillLayer(
      stage,
      renderTerrain(stage, { ground: dunes, near: 7, far: 48, step: 1.0028, haze: (distance) => haze(distance) * 0.85 }, checkpoint),
      {
        depth: 0.25,
      },
    ),
  )
  if (brief.fog) layers.push(mistLayer(stage, { part: 'sand haze', row: stage.horizon, thickness: stage.unit * 0.3, strength: 0.6 }))
  if (brief.trees === 'palm') {
    layers.push(forestLayer(stage, { part: 'oasis', near: 6, far: 10, count: 46, tall: 1.3, ground: dunes, depth: 0.4, haze, cover: 0.5 }))
  }
  layers.push(stillLayer(stage, renderTerrain(stage, { ground: dunes, near: 1, far: 7.2, haze }, checkpoint), { depth: 0.7 }))
  return layers
}

function cityLayers(context: Context): Layer[] {
  const { stage, still } = context
  const { brief, unit, height, horizon } = stage
  const { settings, extras } = brief
  const random = stage.random('city')
  const layers: Layer[] = []
  if (settings.has('mountains')) layers.push(stillLayer(stage, farRange(context, { start: 26, reach: 9 }), { depth: 0.08 }))
  const waterfront = settings.has('sea') || settings.has('lake') || (!settings.has('forest') && !settings.has('meadow') && random() < 0.45)
  const base = waterfront ? horizon + unit * 0.035 : horizon + unit * 0.12
  const towers = between(random, 0.34, 0.5)
  const row = (part: string, options: { base: number; tall: number; wide: number; haze: number; depth: number }) =>
    skylineLayer(stage, { part, bottom: waterfront ? base : height, ...options })
  layers.push(row('far skyline', { base, tall: unit * towers, wide: unit * 0.036, haze: brief.fog ? 0.85 : 0.62, depth: 0.12 }))
  if (brief.fog) layers.push(mistLayer(stage, { part: 'city mist', row: base - unit * 0.1, thickness: unit * 0.3, strength: 0.7 }))
  layers.push(row('middle skyline', { base, tall: unit * towers * 0.86, wide: unit * 0.052, haze: brief.fog ? 0.6 : 0.36, depth: 0.22 }))
  layers.push(
    row('near skyline', {
      base: waterfront ? base : base + unit * 0.1,
      tall: unit * towers * (waterfront ? 0.55 : 0.7),
      wide: unit * 0.072,
      haze: brief.fog ? 0.35 : 0.14,
      depth: 0.34,
    }),
  )
  if (!waterfront) {
    layers.push(row('roofs', { base: height + unit * 0.05, tall: (height - horizon) * 0.85, wide: unit * 0.15, haze: 0, depth: 0.8 }))
    return layers
  }
  const shoreline = Math.round(base)
  layers.push(quayLayer(stage, { row: shoreline, depth: 0.34 }))
  layers.push(waterLayer(stage, { shoreline, roughness: brief.rain ? 1.2 : between(random, 0.7, 1.1), fine: still }))
  if (extras.has('boat')) layers.push(boatLayer(stage, { shoreline }))
  return layers
}

function weatherLayers(stage: Stage): Layer[] {
  const { brief } = stage
  if (brief.settings.has('abstract') || brief.settings.has('space')) return []
  const layers: Layer[] = []
  if (brief.snowfall) layers.push(snowLayer(stage))
  if (brief.rain) layers.push(rainLayer(stage))
  return layers
}

/** Corners a little darker: it leads the eye inwards. */
function vignetteLayer(stage: Stage): Layer {
  const { width, height, brief } = stage
  const canvas = createCanvas(width, height)
  const g = canvas.getContext('2d')
  const strength = brief.settings.has('abstract') ? 0.14 : 0.3
  const vignette = g.createRadialGradient(
    width / 2,
    height / 2,
    Math.min(width, height) * 0.48,
    width / 2,
    height / 2,
    Math.hypot(width, height) * 0.58,
  )
  vignette.addColorStop(0, 'rgba(0,0,10,0)')
  vignette.addColorStop(1, `rgba(0,0,12,${strength})`)
  g.fillStyle = vignette
  g.fillRect(0, 0, width, height)
  return { paint: (target) => target.drawImage(canvas, 0, 0) }
}

/** Shows a scene in large square pixels of few colours. */
function asPixelArt(size: Size, paint: Scene['paint']): Scene['paint'] {
  const share = pixelArtSize / Math.max(size.width, size.height)
  const full = createCanvas(size.width, size.height)
  const small = createCanvas(Math.round(size.width * share), Math.round(size.height * share))
  const fullContext = full.getContext('2d')
  const smallContext = small.getContext('2d')
  smallContext.imageSmoothingQuality = 'high'
  // Sixteen steps a channel, with a fine checkerboard between them, as old screens had.
  const step = 16
  return (g, moment) => {
    paint(fullContext, moment)
    smallContext.drawImage(full, 0, 0, small.width, small.height)
    const image = smallContext.getImageData(0, 0, small.width, small.height)
    for (let at = 0; at < image.data.length; at += 1) {
      if (at % 4 === 3) continue
      const cell = Math.floor(at / 4)
      const odd = ((cell % small.width) + Math.floor(cell / small.width)) % 2
      image.data[at] = Math.round(((image.data[at] ?? 0) + (odd === 0 ? -step / 4 : step / 4)) / step) * step
    }
    smallContext.putImageData(image, 0, 0)
    g.imageSmoothingEnabled = false
    g.drawImage(small, 0, 0, size.width, size.height)
    g.imageSmoothingEnabled = true
  }
}
