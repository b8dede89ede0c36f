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
} as const

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

/** The most characters of a script, of which the shots of a film could hold no more. */
export const scriptMaxLength = 60_000

/** Changes of a film, as far as a part of it depends on them. */
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
  'transition',
] as const
export type FilmCause = (typeof filmCauses)[number]
