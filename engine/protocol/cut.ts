import * as v from 'valibot'
import { pictureStyles } from './styles.ts'

/** The camera of a shot: how it travels over its picture. */
export const cutCameras = ['still', 'push_in', 'pull_out', 'pan_left', 'pan_right', 'tilt_up', 'tilt_down'] as const
/** The frame of a shot, from the widest to the closest: a place, people from head to foot, to the waist, a face, or a detail. */
export const framings = ['wide', 'full', 'medium', 'close', 'detail'] as const
const lights = ['day', 'night', 'dawn', 'dusk'] as const
const figureKinds = ['person', 'animal', 'thing'] as const

/** Colours of roles, by their number. */
export const roleColours = 12

/** Times are whole frames. */
const frames = v.pipe(v.number(), v.integer(), v.minValue(0))
const gain = v.pipe(v.number(), v.minValue(-60), v.maxValue(12))

const word = v.object({ text: v.string(), startMs: v.number(), endMs: v.number(), sentence: v.number() })
export type CutWord = v.InferOutput<typeof word>

/** Somebody in a shot. */
const figure = v.object({
  name: v.string(),
  kind: v.picklist(figureKinds),
  /** How they look, in words. */
  looks: v.string(),
  colour: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(roleColours - 1)),
  /** Whether they say something in this shot. */
  speaks: v.boolean(),
})
export type Figure = v.InferOutput<typeof figure>

const source = v.variant('kind', [
  /** A drawn card: the stand-in of a shot for which nothing is made. */
  v.object({ kind: v.literal('card') }),
  v.object({ kind: v.literal('still'), path: v.string() }),
  v.object({
    kind: v.literal('clip'),
    path: v.string(),
    /** Seconds of the clip before the part that is shown. */
    from: v.pipe(v.number(), v.minValue(0)),
    /** Shown if the clip is too short for its shot, or unreadable. */
    still: v.nullable(v.string()),
    /** Decibels of its own sound without words and under them; null for silence. */
    level: v.nullable(v.object({ alone: gain, underWords: gain })),
  }),
])
export type CutSource = v.InferOutput<typeof source>

const shot = v.object({
  id: v.string(),
  starts: frames,
  frames: v.pipe(frames, v.minValue(1)),
  /**
   * How the shot follows the one before it, and in how many frames. In a cross-fade these are the first ones of the shot, while the one before
   * goes on; in a dip to black, half of them are the last ones of the shot before.
   */
  transition: v.object({ kind: v.picklist(['cut', 'fade', 'black']), frames }),
  place: v.string(),
  light: v.nullable(v.picklist(lights)),
  framing: v.picklist(framings),
  camera: v.picklist(cutCameras),
  action: v.string(),
  figures: v.array(figure),
  source,
})
export type CutShot = v.InferOutput<typeof shot>

const line = v.object({
  /** The place of its shot in the list. */
  shot: frames,
  starts: frames,
  /** A sound file. */
  path: v.string(),
  text: v.string(),
  /** The words with their times in the file; empty if nobody knows them. */
  words: v.array(word),
})
export type CutLine = v.InferOutput<typeof line>

/** Words to be spoken by a built-in voice. */
const wish = v.object({ text: v.string(), voice: v.string() })
export type LineWish = v.InferOutput<typeof wish>

/**
 * The two steps of a film. The lines are spoken first, because the shots are as long as their words; then everything has its time, and the
 * film is made.
 */
export const cutSchema = v.variant('step', [
  v.object({ step: v.literal('speak'), lines: v.array(wish) }),
  v.object({
    step: v.literal('film'),
    frames: v.pipe(frames, v.minValue(1)),
    title: v.string(),
    language: v.picklist(['en', 'ru']),
    /** The film's own number, from which its places are drawn. */
    seed: v.pipe(v.number(), v.integer()),
    /** How the cards are drawn. */
    look: v.object({ style: v.picklist(pictureStyles), words: v.string() }),
    shots: v.pipe(v.array(shot), v.minLength(1)),
    lines: v.array(line),
    /** Composed by the built-in engine unless there is a file. `level`: decibels above its usual loudness. */
    music: v.nullable(v.object({ words: v.string(), path: v.nullable(v.string()), level: gain })),
  }),
])
export type Cut = Extract<v.InferOutput<typeof cutSchema>, { step: 'film' }>
export type CutStep = v.InferOutput<typeof cutSchema>

/** A line that was spoken: the times of its words, from the beginning of its file. */
export type SpokenLine = { path: string; durationMs: number; words: CutWord[] }

/** The report of a finished film. */
export type FilmReport = {
  /** Ids of the shots whose file could not be used, so that a card or a still stands in for it. */
  standIns: string[]
  /** The lines as subtitles, in milliseconds. */
  cues: { startMs: number; endMs: number; lines: string[] }[]
}
