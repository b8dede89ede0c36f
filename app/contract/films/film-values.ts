/** The most that a film has. */
export const filmLimits = {
  shots: 30,
  /** The length of a film, and of a shot, in seconds. */
  seconds: 180,
  shortest: 0.5,
  roles: 12,
  action: 600,
  lines: 4,
  line: 400,
  name: 60,
  title: 120,
  place: 120,
  looks: 300,
  music: 300,
  /** The prompt of a picture or a clip that replaces the assembled one. */
  prompt: 2_000,
  /** Options that are chosen for a part. */
  options: 40,
} as const

/** The values of a shot for which nothing is chosen. `from`: where its video begins, in seconds. */
export const shotPresets = { action: '', framing: 'wide', camera: 'still', transition: 'cut', from: 0 } as const

/** The speaker of a line that is no role's. */
export const narrator = 'narrator'

export const filmShapes = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const
export const filmResolutions = ['480p', '720p', '1080p'] as const
export const filmStyles = ['auto', 'poster', 'watercolour', 'ink', 'low-poly', 'pixel', 'paper', 'line', 'neon'] as const
export const lights = ['day', 'night', 'dawn', 'dusk'] as const
/** The frame: a place, people from head to foot, to the waist, a face, or a detail. */
export const framings = ['wide', 'full', 'medium', 'close', 'detail'] as const
export const cameras = ['still', 'push_in', 'pull_out', 'pan_left', 'pan_right', 'tilt_up', 'tilt_down'] as const
/** How a shot follows the one before it. */
export const transitions = ['cut', 'fade', 'black'] as const
export const captionKinds = ['none', 'file', 'picture'] as const
export const roleKinds = ['person', 'animal', 'thing'] as const
/** The colors of roles, by number. */
export const roleColours = filmLimits.roles

/** The kinds of parts that are made, each for what comes after it. */
export const partKinds = ['still', 'clip', 'line', 'music', 'animatic', 'film'] as const
export type PartKind = (typeof partKinds)[number]

/** The name of each part. Lines of a shot count from 1. */
export const partOf = {
  still: (shot: string) => `still:${shot}`,
  clip: (shot: string) => `clip:${shot}`,
  line: (shot: string, index: number) => `line:${shot}.${index + 1}`,
  music: 'music',
  animatic: 'animatic',
  film: 'film',
} as const

/** The name of a part, read. */
export type PartName = { kind: PartKind; shot: string | null; line: number | null }

/** Reads the name of a part; undefined for one that no film has. */
export function readPart(name: string): PartName | undefined {
  const found = /^(?:(still|clip):([a-z]{6})|(line):([a-z]{6})\.([1-4])|(music|animatic|film))$/.exec(name)
  if (!found) return undefined
  const kind = partKinds.find((one) => one === (found[1] ?? found[3] ?? found[6]))
  return kind && { kind, shot: found[2] ?? found[4] ?? null, line: found[5] === undefined ? null : Number(found[5]) - 1 }
}

/** Parts that are made at once: everything of a kind that is missing or out of date. `all`: everything but the animatic. */
export const filmWhats = ['animatic', 'stills', 'clips', 'lines', 'music', 'film', 'all'] as const
export type FilmWhat = (typeof filmWhats)[number]

/**
 * Statements of the document about a part that its model may or may not honour. `picture`: the clip begins with the picture of its shot.
 * `text`: the whole of the words, which are longer than the model takes otherwise.
 */
export const filmWishes = ['picture', 'shape', 'style', 'length', 'voice', 'text'] as const
export type FilmWish = (typeof filmWishes)[number]

/**
 * Why a part is left out of a make. `no_model`: no model of this server makes such a part. `model_unavailable`: its model cannot be used
 * now. `model_not_allowed`: its model is not offered to the person or to the API key. `not_drawn`: its model cannot draw what the shot
 * shows. `empty`: there is nothing to make it of. `invalid`: its options or its prompt are not valid for its model. `too_many`: more runs
 * than may wait.
 */
export const filmExclusions = ['no_model', 'model_unavailable', 'model_not_allowed', 'not_drawn', 'empty', 'invalid', 'too_many'] as const
export type FilmExclusion = (typeof filmExclusions)[number]

/** The most characters of a script, of which the shots of a film could hold no more. */
export const scriptMaxLength = 60_000

/**
 * Changes of a film, as far as a part of it depends on them. `start`: where the video of a shot begins. `picture`, `video`, `recording`: another take of what the part is made of.
 */
export const filmCauses = [
  'title',
  'language',
  'shape',
  'resolution',
  'look',
  'music',
  'captions',
  'voices',
  'people',
  'shots',
  'order',
  'place',
  'light',
  'text',
  'framing',
  'camera',
  'words',
  'length',
  'start',
  'transition',
  'prompt',
  'model',
  'options',
  'picture',
  'video',
  'recording',
] as const
export type FilmCause = (typeof filmCauses)[number]
