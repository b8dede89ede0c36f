import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Style, Thing, TimeOfDay, Understanding } from '../understanding/understanding.ts'
import { seenFromWindow, toBrief } from './brief.ts'
import { finishLayers } from './finish.ts'
import { mergeStills } from './merge.ts'
import { choosePalette } from './choose-palette.ts'
import type { Reference } from './reference.ts'
import type { Layers } from './settings/common.ts'
import { abstract } from './settings/abstract.ts'
import { city } from './settings/city.ts'
import { interior } from './settings/interior.ts'
import { windowOf } from './settings/interior/window.ts'
import type { Outside } from './settings/interior/window.ts'
import { space } from './settings/space.ts'
import { underwater } from './settings/underwater.ts'
import { waterfall } from './settings/waterfall.ts'
import { street } from './settings/street.ts'
import { desert, land } from './settings/land.ts'
import { woodland } from './settings/woodland.ts'
import { island } from './settings/island.ts'
import { river } from './settings/river.ts'
import { lake } from './settings/lake.ts'
import { sea } from './settings/sea.ts'
import { createStage } from './stage.ts'
import { line, neon } from './styles/contours.ts'
import { facets } from './styles/facets.ts'
import { ink } from './styles/ink.ts'
import { pixels } from './styles/pixels.ts'
import { paper, poster } from './styles/prints.ts'
import type { StyleKind } from './styles/style.ts'
import { watercolour } from './styles/watercolour.ts'
import type { Layer, Moment, Size, Stage } from './stage.ts'

export type Scene = {
  size: Size
  /** Paints one moment and overwrites the whole canvas. */
  paint(g: SKRSContext2D, moment: Moment): void
}

export type SceneOptions = {
  understanding: Understanding
  seed: number
  size: Size
  /** Whether this is one picture rather than many frames: it has full resolution, and nothing is cached. */
  still: boolean
  checkpoint(): void
  /** Called after each layer of a still, with the canvas it was painted on. */
  onLayer?: ((canvas: Canvas) => void) | undefined
  /** A time of day other than the prompt's; everything stays in its place. */
  time?: TimeOfDay
  /** A picture whose colours and composition are adopted. */
  reference?: Reference | null
  /** Pictures with the same family seed are composed alike. By default the family seed is the seed. */
  familySeed?: number
}

/** Builds the scene of a prompt. The same options always give the same scene. */
export function buildScene({
  understanding,
  seed,
  familySeed = seed,
  size,
  still,
  checkpoint,
  onLayer,
  time,
  reference = null,
}: SceneOptions): Scene {
  const brief = toBrief(understanding, familySeed, time)
  const palette = choosePalette(brief, familySeed, reference)
  const flat = flatStyles.has(brief.style)
  const paint = openTreatment(brief.style, {
    size,
    still,
    bare: false,
    stageFor: (inner) => createStage({ brief, palette, seed, familySeed, size: inner, still, flat, reference, checkpoint }),
    paintScene: (stage) => paintsOf(stage, onLayer),
  })
  return { size, paint }
}

/** Returns the things in the scene of a prompt; its layers are made but not painted. */
export function shownThings(options: SceneOptions): ReadonlySet<Thing> {
  const { understanding, seed, familySeed = seed, size, checkpoint, time, reference = null } = options
  const brief = toBrief(understanding, familySeed, time)
  const palette = choosePalette(brief, familySeed, reference)
  const flat = flatStyles.has(brief.style)
  const stage = createStage({ brief, palette, seed, familySeed, size, still: false, flat, reference, checkpoint })
  Array.from(placeOf(stage))
  return stage.shown
}

type TreatmentOptions = {
  size: Size
  still: boolean
  /** Whether to leave out the paper around the picture. */
  bare: boolean
  stageFor(size: Size): Stage
  paintScene(stage: Stage): Scene['paint']
}

/** Paints a scene directly, or at the size that its style needs and then in that style. */
export function openTreatment(style: Style | null, { size, still, bare, stageFor, paintScene }: TreatmentOptions): Scene['paint'] {
  const kind = style ? styles[style] : null
  if (!kind) return paintScene(stageFor(size))
  const share = kind.scale({ size, still })
  const inner = { width: Math.max(1, Math.round(size.width * share)), height: Math.max(1, Math.round(size.height * share)) }
  const stage = stageFor(inner)
  const paint = paintScene(stage)
  const canvas = createCanvas(inner.width, inner.height)
  const context = canvas.getContext('2d')
  const { brief, palette, sun, random, checkpoint } = stage
  // A style that has looked at the scene at rest has painted the still already.
  let isAtRest = false
  const treatment = kind.open({
    size,
    unit: stage.unit / share,
    still,
    bare,
    palette,
    brief,
    sun: { x: sun.x / share, y: sun.y / share, radius: sun.radius / share, visible: sun.visible },
    random,
    checkpoint,
    sample() {
      paint(context, { seconds: 0, camera: 0 })
      isAtRest = true
      return canvas
    },
  })
  return (g, moment) => {
    if (!still || !isAtRest) paint(context, moment)
    treatment.apply(g, canvas, moment)
  }
}

/** Paints a still once: its layers are made, painted and dropped one by one. A film keeps them. */
function paintsOf(stage: Stage, onLayer: SceneOptions['onLayer']): Scene['paint'] {
  const kept = stage.still ? null : mergeStills(stage, layersOf(stage))
  return (g, moment) => {
    for (const layer of kept ?? layersOf(stage)) {
      if (stage.still) stage.checkpoint()
      layer.paint(g, moment)
      if (stage.still) onLayer?.(g.canvas)
    }
  }
}

const styles: Record<Style, StyleKind> = { poster, watercolour, ink, 'low-poly': facets, pixel: pixels, paper, line, neon }
/** Styles of plain areas, for which scenes are painted flat. */
export const flatStyles: ReadonlySet<Style | null> = new Set(['poster', 'paper', 'line', 'neon'])

/** The scene outside a window, which is seen like a picture of its own. */
function outsideOf(stage: Stage): Outside {
  const pane = windowOf(stage)
  const brief = seenFromWindow(stage.brief, stage.familyRandom('view'))
  const size = { width: pane.width + 2 * stage.margin, height: pane.height + 2 * stage.lift }
  const inner = createStage({ ...stage.options, brief, size, shown: stage.shown })
  const kept = stage.still ? null : mergeStills(inner, placeOf(inner))
  return {
    size,
    paint(g, moment) {
      for (const layer of kept ?? placeOf(inner)) layer.paint(g, moment)
    },
  }
}

export function* layersOf(stage: Stage): Generator<Layer, void> {
  yield* placeOf(stage)
  yield* finishLayers(stage)
}

function placeOf(stage: Stage): Layers {
  switch (stage.brief.setting) {
    case 'sea':
      return sea(stage)
    case 'lake':
      return lake(stage)
    case 'river':
      return river(stage)
    case 'island':
      return island(stage)
    case 'desert':
      return desert(stage)
    case 'abstract':
      return abstract(stage)
    case 'space':
      return space(stage)
    case 'underwater':
      return underwater(stage)
    case 'waterfall':
      return waterfall(stage)
    case 'interior':
      return interior(stage, outsideOf(stage))
    case 'city':
      return city(stage)
    case 'street':
      return street(stage)
    case 'forest':
      return stage.brief.within ? woodland(stage) : land(stage)
    default:
      return land(stage)
  }
}
