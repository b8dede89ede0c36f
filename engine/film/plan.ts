import type { Reference } from '../scene/reference.ts'
import type { Size } from '../scene/stage.ts'
import type { TimeOfDay, Understanding } from '../understanding/understanding.ts'
import type { CameraPath } from './camera.ts'
import type { Cue } from '../speech/cues.ts'
import type { Plate } from './plate.ts'

/** Everything needed to paint any frame of a film; plain data. */
export type FilmPlan = {
  size: Size
  framesPerSecond: number
  frames: number
  camera: CameraPath
  subject: DrawnSubject | PictureSubject
  /** Cues drawn into the picture. */
  captions: Cue[]
  /** The end fades into the beginning. */
  loop: boolean
}

/** A generated scene; with lights, it passes through them in turn. */
export type DrawnSubject = { kind: 'drawn'; understanding: Understanding; seed: number; reference: Reference | null; lights: TimeOfDay[] }

/** A foreign still picture, animated. */
export type PictureSubject = { kind: 'picture'; plate: Plate }
