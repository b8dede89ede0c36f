/**
 * The meaning of a prompt in terms of the generators. It contains named things only; the seed chooses the rest when the prompt is drawn or
 * composed.
 */

export const settings = [
  'mountains',
  'sea',
  'lake',
  'river',
  'waterfall',
  'island',
  'forest',
  'meadow',
  'desert',
  'snowfield',
  'city',
  'street',
  'interior',
  'space',
  'aurora',
  'underwater',
  'abstract',
] as const
/** A place. */
export type Setting = (typeof settings)[number]

export const things = [
  'boat',
  'bird',
  'fish',
  'whale',
  'lighthouse',
  'balloon',
  'cabin',
  'village',
  'bridge',
  'windmill',
  'castle',
  'train',
  'car',
  'tent',
  'campfire',
  'moon',
  'sun',
  'star',
  'rainbow',
  'planet',
  'galaxy',
  'rocket',
  'tree',
  'birch',
  'pine',
  'palm',
  'flower',
  'cactus',
  'person',
  'cat',
  'dog',
  'deer',
  'lantern',
  'firework',
  'heart',
  'circle',
  'triangle',
  'square',
] as const
/** Something that stands, moves or shines in a place; the last four and a few others are shapes that can stand alone. */
export type Thing = (typeof things)[number]

export type TimeOfDay = 'dawn' | 'day' | 'dusk' | 'night'
export type Sky = 'clear' | 'cloud' | 'overcast'
export type Falling = 'rain' | 'snow' | 'leaves'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Style = 'poster' | 'watercolour' | 'ink' | 'low-poly' | 'pixel' | 'paper' | 'line' | 'neon'
export type Colour = 'red' | 'orange' | 'gold' | 'green' | 'teal' | 'blue' | 'violet' | 'pink' | 'brown' | 'black' | 'white' | 'grey'
/** The overall character of the colours. */
export type Tone = 'monochrome' | 'pastel' | 'vivid' | 'dark' | 'warm' | 'cold' | 'sepia'
export type Mood = 'calm' | 'happy' | 'sad' | 'dark' | 'epic' | 'dreamy' | 'tense' | 'romantic' | 'playful'
export type Camera = 'pan' | 'zoom-in' | 'zoom-out' | 'tilt' | 'orbit' | 'still'
/** The viewpoint and the section. */
export type View = 'close' | 'wide' | 'above' | 'below'
export type Genre = 'ambient' | 'lo-fi' | 'synthwave' | 'waltz' | 'march' | 'techno' | 'folk' | 'cinematic'
export type Instrument =
  | 'piano'
  | 'strings'
  | 'guitar'
  | 'flute'
  | 'bell'
  | 'synth'
  | 'bass'
  | 'drums'
  | 'organ'
  | 'choir'
  | 'harp'
  | 'brass'
export type SoundEffect = 'rain' | 'wind' | 'sea' | 'fire' | 'birds' | 'thunder' | 'stream' | 'crickets' | 'city'

/** Parts of a picture that can have their own colour; `picture` is the whole. */
export type Part = Setting | Thing | 'picture' | 'sky' | 'clouds' | 'water' | 'leaves' | 'snow' | 'light'

/** `shown`: the result contains it. `mood`: it affects light, colour or feeling. `ignored`: it has no effect. */
export type TermRole = 'shown' | 'mood' | 'ignored'

export type Understanding = {
  language: 'en' | 'ru'
  settings: Setting[]
  things: Thing[]
  /** "three boats" → boat: 3. Only things with a number. */
  counts: Partial<Record<Thing, number>>
  time: TimeOfDay | null
  /** "from day to night": the film changes from `time` to this. */
  timeEnd: TimeOfDay | null
  sky: Sky | null
  falling: Falling | null
  fog: boolean
  storm: boolean
  wind: boolean
  season: Season | null
  style: Style | null
  /** Colours in the order of the prompt, at most four. */
  colours: Colour[]
  /** The same colours by the part they describe: "a red boat on a golden sea, pink evening" → boat: red, sea: gold, picture: pink. */
  coloursOf: Partial<Record<Part, Colour[]>>
  tones: Tone[]
  moods: Mood[]
  camera: Camera | null
  view: View | null
  genre: Genre | null
  instruments: Instrument[]
  effects: SoundEffect[]
  /** Beats per minute, if the prompt gives a number ("120 bpm", «120 ударов»). */
  bpm: number | null
  pace: 'slow' | 'fast' | null
  /** The key, as in "in D minor", «ре минор». */
  key: { tonic: string; minor: boolean } | null
  /** Exclusions by the prompt ("no people", «без людей») or by the negative prompt; none of them is in the lists above. */
  without: {
    settings: Setting[]
    things: Thing[]
    falling: Falling[]
    fog: boolean
    clouds: boolean
    storm: boolean
    wind: boolean
    times: TimeOfDay[]
    seasons: Season[]
    colours: Colour[]
    instruments: Instrument[]
  }
  /** Ids of the understood concepts, in the prompt's order, each once. */
  used: Concept[]
  /** The used concepts that are seen or heard; the others set the mood. */
  shown: Concept[]
  /** Meaningful words without an effect, as written in the prompt, which the page reports. At most eight, without stop words. */
  ignored: string[]
  /** The words of the prompt that have a role, in order; at most 200. */
  terms: { text: string; role: TermRole }[]
  /** The main noun of the prompt, unless the result shows it. */
  missing: string | null
}

type Weather = 'fog' | 'storm' | 'wind'
/** A concept with a name of its own; a tempo or key by number has none. */
export type NamedConcept =
  | `setting:${Setting}`
  | `thing:${Thing}`
  | `time:${TimeOfDay}`
  | `sky:${Sky}`
  | `falling:${Falling}`
  | `weather:${Weather}`
  | `season:${Season}`
  | `style:${Style}`
  | `colour:${Colour}`
  | `tone:${Tone}`
  | `mood:${Mood}`
  | `camera:${Camera}`
  | `view:${View}`
  | `genre:${Genre}`
  | `instrument:${Instrument}`
  | `effect:${SoundEffect}`
  | 'tempo:slow'
  | 'tempo:fast'
  | `without:${Setting | Thing | Falling | Weather | 'clouds' | TimeOfDay | Season | Colour | Instrument}`

/** The name of one understood concept: a kind and its value, or an absence, for instance `setting:lake`, `without:person`, `style:ink`. */
export type Concept =
  `${'setting' | 'thing' | 'time' | 'sky' | 'falling' | 'weather' | 'season' | 'style' | 'colour' | 'tone' | 'mood' | 'camera' | 'view' | 'genre' | 'instrument' | 'effect' | 'tempo' | 'key' | 'without'}:${string}`
