import type { Reference } from '../scene/reference.ts'
import type { Size } from '../scene/stage.ts'
import type { TimeOfDay, Understanding } from '../understanding/understanding.ts'
import type { CameraPath } from './camera.ts'
import type { Cue } from './cues.ts'
import type { Plate } from './plate.ts'

/** All that a thread needs to paint any frame of a film; it can be sent from one to another. */
export type FilmPlan = {
  size: Size
  framesPerSecond: number
  frames: number
  camera: CameraPath
  subject: DrawnSubject | PictureSubject
  /** Cues that are drawn into the picture. */
  captions: Cue[]
  /** The end goes over into the beginning. */
  loop: boolean
}

/** A scene of our own; with lights, it goes through them one after the other. */
export type DrawnSubject = { kind: 'drawn'; understanding: Understanding; seed: number; reference: Reference | null; lights: TimeOfDay[] }

/** Somebody's still picture, brought to life. */
export type PictureSubject = { kind: 'picture'; plate: Plate }
