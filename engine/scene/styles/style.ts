import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Palette } from '../palette.ts'
import type { Random } from '../../random.ts'
import type { Brief } from '../brief.ts'
import type { Moment, Size } from '../stage.ts'

/** The data of a picture that its style may use. */
export type StyleStage = {
  size: Size
  /** About the short side of the finished picture. */
  unit: number
  still: boolean
  /** Whether to leave out the paper around the picture. */
  bare: boolean
  palette: Palette
  brief: Brief
  sun: { x: number; y: number; radius: number; visible: boolean }
  random(part: string): Random
  checkpoint(): void
  /** The scene at the moment 0, for decisions that apply to all frames, which may be painted in any order. */
  sample(): Canvas
}

/** Turns a painted scene into a picture in its style. */
export type Treatment = {
  /** Paints the finished picture from the scene. */
  apply(g: SKRSContext2D, scene: Canvas, moment: Moment): void
}

/** The size at which a scene is painted for a style, as a share of the finished picture's size. */
export type StyleKind = { scale(options: { size: Size; still: boolean }): number; open(stage: StyleStage): Treatment }
