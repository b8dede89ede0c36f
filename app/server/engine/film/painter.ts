import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep } from '../scene/noise.ts'
import { buildScene } from '../scene/scene.ts'
import type { Scene } from '../scene/scene.ts'
import type { Moment, Size } from '../scene/stage.ts'
import { alone } from '../scene/workshare.ts'
import type { Workshare } from '../scene/workshare.ts'
import { viewAt } from './camera.ts'
import { captionPainter } from './captions.ts'
import { lightAt } from './daylight.ts'
import { platePainter } from './plate.ts'
import type { DrawnSubject, FilmPlan } from './plan.ts'

/** In a loop, the end goes over into the beginning within this. */
const loopFadeSeconds = 1.6

/** Paints a frame and hands its opaque RGBA pixels over; they are gone afterwards. */
export type Painter = (index: number, use: (rgba: Uint8Array) => void) => void

type Paint = (g: SKRSContext2D, moment: Moment, share: number) => void

type Building = {
  checkpoint(): void
  /** With whom the scene is built. */
  share: Workshare
}

/** Frames may be asked for in any order, but cost least when they come one after the other. */
export function openPainter(plan: FilmPlan, building: Building): Painter {
  const { size, subject, frames, framesPerSecond } = plan
  const canvas = createCanvas(size.width, size.height)
  const g = canvas.getContext('2d')
  const paint = subject.kind === 'picture' ? platePainter(subject.plate, size, plan.camera) : drawnPainter(subject, size, building)
  const caption = plan.captions.length > 0 ? captionPainter(plan.captions, size) : null
  const over = plan.loop ? createCanvas(size.width, size.height) : null

  return (index, use) => {
    const seconds = index / framesPerSecond
    // A loop's last frame is followed by its first one: it stands one frame before the end.
    const share = plan.loop ? index / frames : frames > 1 ? index / (frames - 1) : 0
    const view = viewAt(plan.camera, share)
    // In a loop time runs on for the fade and then starts over, so that the first frame follows the last.
    paint(g, { ...view, seconds: plan.loop ? seconds + loopFadeSeconds : seconds }, share)
    if (over) fadeIntoBeginning(over.getContext('2d'), view, seconds, share)
    caption?.(g, seconds * 1000)
    const rgba = canvas.data()
    use(rgba)
    // Given back at once: left to the collector, the frames of a second are a hundred megabytes.
    if (rgba.buffer instanceof ArrayBuffer) rgba.buffer.transfer(0)
  }

  /** What drifts one way only is crossfaded with what it was a whole loop earlier. */
  function fadeIntoBeginning(target: SKRSContext2D, view: Omit<Moment, 'seconds'>, seconds: number, share: number): void {
    const length = frames / framesPerSecond
    const shown = smoothstep(length - loopFadeSeconds, length, seconds)
    if (shown <= 0) return
    paint(target, { ...view, seconds: seconds + loopFadeSeconds - length }, share)
    g.globalAlpha = shown
    g.drawImage(target.canvas, 0, 0)
    g.globalAlpha = 1
  }
}

/** A scene in one light, or in several that are dissolved into each other. Only the lights that are seen are kept. */
function drawnPainter({ understanding, seed, reference, lights }: DrawnSubject, size: Size, { checkpoint, share }: Building): Paint {
  function build(light: DrawnSubject['lights'][number] | undefined, together: Workshare): Scene {
    const common = { understanding, seed, size, still: false, checkpoint, reference, share: together }
    const scene = buildScene({ ...common, ...(light ? { time: light } : {}) })
    // Building leaves more behind than the scene itself weighs.
    globalThis.gc?.()
    return scene
  }

  if (lights.length < 2) {
    const scene = build(lights[0], share)
    return (g, moment) => scene.paint(g, moment)
  }
  const scenes = new Map<number, Scene>()
  const over = createCanvas(size.width, size.height)
  const overContext = over.getContext('2d')
  return (g, moment, share) => {
    const { index, next } = lightAt(lights.length, share)
    for (const light of scenes.keys()) if (light !== index && light !== index + 1) scenes.delete(light)
    if (next < 1) sceneIn(index).paint(g, moment)
    if (next <= 0) return
    const target = next < 1 ? overContext : g
    sceneIn(index + 1).paint(target, moment)
    if (target === g) return
    g.globalAlpha = next
    g.drawImage(over, 0, 0)
    g.globalAlpha = 1
  }

  function sceneIn(index: number): Scene {
    // Each thread comes to it at a time of its own.
    const scene = scenes.get(index) ?? build(lights[index], alone)
    scenes.set(index, scene)
    return scene
  }
}
