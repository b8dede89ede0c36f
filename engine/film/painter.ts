import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep } from '../scene/noise.ts'
import { buildScene } from '../scene/scene.ts'
import type { Scene } from '../scene/scene.ts'
import type { Moment, Size } from '../scene/stage.ts'
import { sceneSize, viewAt, windowAt } from './camera.ts'
import type { CameraPath } from './camera.ts'
import { captionPainter } from './captions.ts'
import { lightAt } from './daylight.ts'
import { platePainter } from './plate.ts'
import type { DrawnSubject, FilmPlan } from './plan.ts'

/** Seconds in which the end of a loop fades into its beginning. */
const loopFadeSeconds = 1.6

/** Paints a frame and passes its opaque RGBA pixels on; they are invalid afterwards. */
export type Painter = (index: number, use: (rgba: Uint8Array) => void) => void

type Paint = (g: SKRSContext2D, moment: Moment, share: number) => void

/** Opens a painter. It takes frames in any order, but consecutive ones are cheapest. */
export function openPainter(plan: FilmPlan, checkpoint: () => void): Painter {
  const { size, subject, frames, framesPerSecond } = plan
  const canvas = createCanvas(size.width, size.height)
  const g = canvas.getContext('2d')
  const paint =
    subject.kind === 'picture'
      ? platePainter(subject.plate, size, plan.camera)
      : drawnPainter(subject, { size, camera: plan.camera, checkpoint })
  const caption = plan.captions.length > 0 ? captionPainter(plan.captions, size) : null
  const over = plan.loop ? createCanvas(size.width, size.height) : null

  return (index, use) => {
    const seconds = index / framesPerSecond
    // In a loop the first frame follows the last, so the last frame is one step before the end.
    const share = plan.loop ? index / frames : frames > 1 ? index / (frames - 1) : 0
    const view = viewAt(plan.camera, share)
    // In a loop, time runs on through the fade and then restarts, so that the first frame follows the last.
    paint(g, { ...view, seconds: plan.loop ? seconds + loopFadeSeconds : seconds }, share)
    if (over) fadeIntoBeginning(over.getContext('2d'), view, seconds, share)
    caption?.(g, seconds * 1000)
    const rgba = canvas.data()
    use(rgba)
    // Frees the frame at once: the uncollected frames of one second take a hundred megabytes.
    if (rgba.buffer instanceof ArrayBuffer) rgba.buffer.transfer(0)
  }

  /** Crossfades motion in one direction with its state one loop earlier. */
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

type DrawnOptions = { size: Size; camera: CameraPath; checkpoint(): void }

/** A scene larger than the frame, seen through a window that moves over it. */
function drawnPainter(subject: DrawnSubject, { size, camera, checkpoint }: DrawnOptions): Paint {
  const whole = sceneSize(camera, size)
  const paint = scenePainter(subject, whole, checkpoint)
  if (whole.width === size.width && whole.height === size.height) return paint
  const canvas = createCanvas(whole.width, whole.height)
  const context = canvas.getContext('2d')
  return (g, moment, share) => {
    paint(context, moment, share)
    const { left, top, width, height } = windowAt(camera, size, { camera: moment.camera, tilt: moment.tilt ?? 0, zoom: moment.zoom ?? 0 })
    g.imageSmoothingEnabled = true
    g.imageSmoothingQuality = 'high'
    g.drawImage(canvas, left, top, width, height, 0, 0, size.width, size.height)
  }
}

/** A scene in one light, or in several that dissolve into each other. Only the visible lights stay in memory. */
function scenePainter({ understanding, seed, reference, lights }: DrawnSubject, size: Size, checkpoint: () => void): Paint {
  function build(light: DrawnSubject['lights'][number] | undefined): Scene {
    const common = { understanding, seed, size, still: false, checkpoint, reference }
    const scene = buildScene({ ...common, ...(light ? { time: light } : {}) })
    // Building a scene leaves more garbage than the scene itself takes.
    globalThis.gc?.()
    return scene
  }

  if (lights.length < 2) {
    const scene = build(lights[0])
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
    const scene = scenes.get(index) ?? build(lights[index])
    scenes.set(index, scene)
    return scene
  }
}
