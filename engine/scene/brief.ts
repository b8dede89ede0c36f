import { between, pick, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import type {
  Colour,
  Falling,
  Mood,
  Part,
  Season,
  Setting,
  Sky,
  Style,
  Thing,
  TimeOfDay,
  Tone,
  Understanding,
  View,
} from '../understanding/understanding.ts'
import { choosePlace, homeOf } from './place.ts'

export type Trees = 'pine' | 'broadleaf' | 'birch' | 'palm'

/** The plan of a picture, including everything that the prompt left open. */
export type Brief = {
  /** The place that composes the picture. */
  setting: Setting
  /** The composing place and the others that are visible in it, such as mountains behind a lake. */
  places: ReadonlySet<Setting>
  /** The places that the prompt names. */
  named: ReadonlySet<Setting>
  time: TimeOfDay
  sky: Sky
  falling: Falling | null
  fog: boolean
  storm: boolean
  wind: boolean
  season: Season
  /** Whether the view is from inside, without a sky. */
  within: boolean
  /** Whether snow lies on the ground. */
  snowy: boolean
  trees: Trees
  /** Everything shown besides the place, with its number; 0 lets the drawing layer choose the number. */
  things: ReadonlyMap<Thing, number>
  style: Style | null
  /** Colours of the picture as a whole, in the order they were named. */
  colours: readonly Colour[]
  /** Colours of parts of the picture: a red boat, a turquoise sea, a purple and gold sky. */
  coloursOf: Partial<Record<Part, readonly Colour[]>>
  /** Colour of the first of each thing. */
  thingColours: Partial<Record<Thing, Colour>>
  tones: ReadonlySet<Tone>
  moods: ReadonlySet<Mood>
  view: View | null
  without: Understanding['without']
}

/**
 * The seed for a subject that cannot be drawn: every seed and every language then get the announced scene, by default the sea at sunset.
 */
const seedInstead = 3

export function toBrief(understanding: Understanding, seed: number, time?: TimeOfDay): Brief {
  const announced = understanding.missing === null ? seed : seedInstead
  const { setting, places } = choosePlace(understanding, randomFor(announced, 'brief'))
  const named = new Map(understanding.things.map((thing) => [thing, understanding.counts[thing] ?? 0]))
  // Outer space over a landscape is a night sky full of stars.
  const starry = places.has('space') && !roofed.has(setting)
  if (starry && !understanding.without.things.includes('star')) named.set('star', named.get('star') ?? 0)
  const decidedTime =
    time ??
    understanding.time ??
    allowed(starry ? 'night' : openTime(understanding, setting, randomFor(announced, 'time')), times, understanding.without.times)
  const season =
    understanding.season ?? allowed(openSeason(understanding, places, randomFor(seed, 'season')), seasons, understanding.without.seasons)
  return {
    setting,
    places,
    named: new Set(understanding.settings),
    time: decidedTime,
    sky: openSky(understanding, places, randomFor(seed, 'sky kind')),
    falling: understanding.falling ?? (understanding.storm && !understanding.without.falling.includes('rain') ? 'rain' : null),
    fog: understanding.fog,
    storm: understanding.storm,
    wind: understanding.wind || understanding.storm,
    season,
    within: isWithin(understanding, setting, places, randomFor(seed, 'inside')),
    snowy: season === 'winter' || understanding.falling === 'snow' || places.has('snowfield'),
    trees: openTrees(understanding, places, season, randomFor(seed, 'tree kind')),
    things: named,
    style: understanding.style,
    // In an abstract picture no part has a colour of its own.
    colours: setting === 'abstract' ? understanding.colours : (understanding.coloursOf.picture ?? []),
    coloursOf: understanding.coloursOf,
    thingColours: firstColours(understanding),
    tones: new Set(understanding.tones),
    moods: new Set(understanding.moods),
    view: understanding.view,
    without: understanding.without,
  }
}

const roofed: ReadonlySet<Setting> = new Set(['interior', 'underwater', 'abstract', 'space'])

/** Whether a wood is seen from within; it is not if other things must be visible over its tops. */
function isWithin({ view, things }: Understanding, setting: Setting, places: ReadonlySet<Setting>, random: Random): boolean {
  if (roofed.has(setting)) return true
  if (setting !== 'forest' || places.size > 1 || view === 'wide' || view === 'above') return false
  const inSky = (
    [
      'moon',
      'star',
      'balloon',
      'rainbow',
      'firework',
      'rocket',
      'planet',
      'galaxy',
      'castle',
      'train',
      'village',
      'heart',
      'circle',
      'triangle',
      'square',
    ] as const
  ).some((thing) => things.includes(thing))
  return !inSky && random() < 0.93
}

/** Whether a city is seen from high above, with its streets; things by the water require a view across the water. */
export const isSeenFromAir = ({ setting, view, things, places }: Brief): boolean =>
  setting === 'city' &&
  view === 'above' &&
  !(['sea', 'lake', 'river'] as const).some((place) => places.has(place)) &&
  !(['boat', 'bridge', 'lighthouse'] as const).some((thing) => things.has(thing))

const times: readonly TimeOfDay[] = ['day', 'dusk', 'dawn', 'night']
const seasons: readonly Season[] = ['summer', 'spring', 'autumn', 'winter']

/** Returns the choice, or another value if it is excluded. */
function allowed<Value>(choice: Value, choices: readonly Value[], unwanted: readonly Value[]): Value {
  if (!unwanted.includes(choice)) return choice
  return choices.find((other) => !unwanted.includes(other)) ?? choice
}

/** The number of a thing: the requested one, or a random one between the two bounds. */
export function countOf(brief: Brief, thing: Thing, random: Random, bounds: readonly [number, number]): number {
  const named = brief.things.get(thing)
  if (named === undefined) return 0
  return named > 0 ? Math.min(60, named) : Math.round(between(random, bounds[0] - 0.49, bounds[1] + 0.49))
}

function openTime({ falling, storm, fog, moods, things, settings, effects }: Understanding, setting: Setting, random: Random): TimeOfDay {
  if (settings.includes('aurora') || things.includes('firework')) return 'night'
  if (things.includes('moon') || things.includes('star')) return settings.includes('underwater') ? 'day' : 'night'
  if (things.includes('rainbow')) return 'day'
  if (things.includes('lantern') || things.includes('campfire')) return pick(random, ['night', 'dusk'])
  if (things.includes('sun')) return pick(random, ['dusk', 'dawn', 'day'])
  if (storm) return pick(random, ['day', 'dusk', 'night', 'day'])
  if (falling) return pick(random, ['day', 'day', 'dusk'])
  if (fog) return pick(random, ['dawn', 'day'])
  if (moods.includes('romantic')) return 'dusk'
  if (moods.includes('dark') || moods.includes('tense')) return pick(random, ['night', 'dusk'])
  if (moods.includes('happy') || moods.includes('playful')) return 'day'
  if (effects.includes('crickets')) return 'night'
  // By default any light that suits the place, because light makes most of the difference between two seeds.
  if (setting === 'city' || setting === 'street') return pick(random, ['dusk', 'night', 'day', 'night'])
  if (setting === 'interior') return pick(random, ['dusk', 'day', 'night'])
  if (setting === 'underwater' || setting === 'abstract' || setting === 'space') return 'day'
  return pick(random, ['day', 'day', 'dusk', 'dawn', 'dusk'])
}

function openSky(understanding: Understanding, places: ReadonlySet<Setting>, random: Random): Sky {
  if (understanding.without.clouds) return 'clear'
  if (understanding.storm) return 'overcast'
  if (understanding.sky) return understanding.sky
  if (understanding.falling === 'rain' && !understanding.things.includes('rainbow')) return 'overcast'
  if (understanding.falling === 'snow') return pick(random, ['overcast', 'overcast', 'cloud'])
  if (places.has('aurora') || understanding.things.includes('star')) return 'clear'
  if (understanding.moods.includes('sad')) return 'overcast'
  if (places.has('desert')) return pick(random, ['clear', 'clear', 'cloud'])
  return pick(random, ['cloud', 'cloud', 'clear'])
}

function openSeason({ falling, settings }: Understanding, places: ReadonlySet<Setting>, random: Random): Season {
  if (falling === 'snow' || places.has('snowfield')) return 'winter'
  if (falling === 'leaves') return 'autumn'
  if (settings.includes('aurora') && random() < 0.7) return 'winter'
  return pick(random, ['summer', 'summer', 'summer', 'spring'])
}

function openTrees({ things, season }: Understanding, places: ReadonlySet<Setting>, decided: Season, random: Random): Trees {
  const alpine = places.has('mountains') || places.has('snowfield') || places.has('aurora')
  if (things.includes('palm')) return 'palm'
  if (things.includes('birch')) return 'birch'
  if (things.includes('pine')) return 'pine'
  if (places.has('island') || (places.has('desert') && things.includes('tree'))) return 'palm'
  if (decided === 'autumn' || season === 'spring') return random() < 0.25 ? 'birch' : 'broadleaf'
  if (alpine || decided === 'winter') return 'pine'
  if (places.has('forest')) return pick(random, ['pine', 'broadleaf', 'birch'])
  return places.has('meadow') ? 'broadleaf' : pick(random, ['pine', 'broadleaf'])
}

function firstColours({ things, coloursOf }: Understanding): Brief['thingColours'] {
  const colours: Brief['thingColours'] = {}
  for (const thing of things) {
    const [first] = coloursOf[thing] ?? []
    if (first) colours[thing] = first
  }
  return colours
}

const indoors: ReadonlySet<Thing> = new Set(['cat', 'dog', 'person', 'lantern', 'flower'])
const views: readonly [Setting[], ...Setting[][]] = [
  ['city'],
  ['meadow', 'mountains'],
  ['forest', 'mountains'],
  ['sea'],
  ['lake', 'mountains'],
  ['city', 'sea'],
]
/** From a lit room only lights are visible after dark. */
const viewsByNight: readonly [Setting[], ...Setting[][]] = [['city'], ['city', 'sea'], ['street'], ['lake', 'mountains']]

/** The part of a brief that is visible through a window. */
export function seenFromWindow(brief: Brief, random: Random): Brief {
  const things = new Map([...brief.things].filter(([thing]) => !indoors.has(thing)))
  const outside = [...brief.places].filter((place) => place !== 'interior')
  const home = [...things.keys()].flatMap((thing) => homeOf(thing) ?? [])
  const open = outside.length > 0 ? outside : home.length > 0 ? home : pick(random, brief.time === 'night' ? viewsByNight : views)
  const [first, ...others] = open
  return {
    ...brief,
    setting: first ?? 'city',
    places: new Set([first ?? 'city', ...others]),
    within: false,
    things,
  }
}
