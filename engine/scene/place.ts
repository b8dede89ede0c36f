import { pick } from '../random.ts'
import type { Random } from '../random.ts'
import type { Setting, Thing, Understanding } from '../understanding/understanding.ts'
import { composerOf, hasNoRoomFor } from './composer.ts'

export type Place = { setting: Setting; places: ReadonlySet<Setting> }

/** Outdoor places that fit a thing, or undefined. */
export const homeOf = (thing: Thing): readonly Setting[] | undefined => homes[thing]?.find((places) => !places.includes('interior'))

/** Places for a thing when the prompt names none; the seed chooses among several. */
const homes: Partial<Record<Thing, readonly [readonly Setting[], ...(readonly Setting[])[]]>> = {
  fish: [['underwater']],
  whale: [['sea'], ['underwater']],
  boat: [['sea'], ['lake'], ['lake', 'mountains']],
  lighthouse: [['sea']],
  cactus: [['desert']],
  palm: [['island'], ['sea']],
  galaxy: [['space']],
  rocket: [['space']],
  planet: [['space']],
  bridge: [['river'], ['river', 'mountains']],
  train: [['mountains', 'meadow'], ['mountains', 'forest'], ['meadow']],
  castle: [['mountains'], ['mountains', 'lake']],
  windmill: [['meadow']],
  tent: [['lake', 'forest'], ['mountains']],
  campfire: [['lake', 'forest'], ['forest']],
  deer: [['forest'], ['meadow']],
  lantern: [['street'], ['lake']],
  firework: [['city']],
  car: [['street']],
  cat: [['interior'], ['meadow']],
  dog: [['meadow'], ['sea']],
  flower: [['meadow']],
  cabin: [
    ['lake', 'forest'],
    ['mountains', 'forest'],
    ['meadow', 'mountains'],
  ],
  village: [
    ['meadow', 'mountains'],
    ['lake', 'mountains'],
  ],
  balloon: [['meadow', 'mountains'], ['desert'], ['mountains', 'lake']],
  rainbow: [['meadow'], ['lake', 'mountains']],
  star: [['mountains', 'lake'], ['mountains']],
  moon: [['sea'], ['mountains', 'lake'], ['meadow']],
  sun: [['sea'], ['mountains'], ['meadow']],
  tree: [['meadow']],
  birch: [['meadow'], ['forest']],
  pine: [['forest'], ['mountains', 'lake']],
  bird: [['sea'], ['lake']],
  person: [['meadow'], ['mountains'], ['sea']],
}

const anywhere: readonly (readonly Setting[])[] = [
  ['mountains', 'lake'],
  ['mountains'],
  ['sea'],
  ['meadow'],
  ['forest'],
  ['lake', 'forest'],
  ['river', 'forest'],
  ['meadow', 'mountains'],
  ['desert'],
]

const inWinter: readonly (readonly Setting[])[] = [['snowfield'], ['mountains', 'forest'], ['lake', 'forest']]

const inTheNorth: readonly (readonly Setting[])[] = [
  ['mountains', 'lake'],
  ['snowfield', 'mountains'],
  ['lake', 'forest'],
  ['snowfield', 'forest'],
  ['sea'],
  ['sea', 'mountains'],
]

const watery: ReadonlySet<Setting> = new Set(['sea', 'lake', 'river', 'island', 'waterfall', 'underwater'])
const streetLife: readonly Thing[] = ['person', 'car', 'cat', 'dog', 'lantern']
const needsWater: readonly Thing[] = ['boat', 'whale', 'lighthouse', 'fish']

/** Chooses the place that composes the picture, and adds everything that its things require. */
export function choosePlace({ settings, things, without, season, storm, wind }: Understanding, random: Random): Place {
  const named = new Set(settings)
  if (named.size === 0 || (named.size === 1 && named.has('aurora'))) for (const setting of home()) named.add(setting)
  const groundless = named.has('interior') || named.has('street') || named.has('abstract')
  if (!groundless && needsWater.some((thing) => things.includes(thing)) && ![...named].some((setting) => watery.has(setting))) {
    named.add(things.includes('boat') && !things.includes('lighthouse') && named.has('mountains') ? 'lake' : 'sea')
  }
  // A bridge needs something to cross.
  if (!groundless && things.includes('bridge') && ![...named].some((setting) => watery.has(setting) || setting === 'city'))
    named.add('river')
  // People and cars are too small to be visible in front of a skyline.
  if (named.has('city') && !named.has('street') && streetLife.some((thing) => things.includes(thing))) named.add('street')
  // Named with a landscape, outer space is a sky full of stars and planets; alone it composes the picture.
  const setting = composerOf([...named]) ?? 'mountains'
  // Mountains on their own can have different land at their feet.
  if (setting === 'mountains' && named.size === 1) {
    const foot = things.includes('train') ? 'meadow' : pick<Setting | null>(random, ['lake', 'forest', 'meadow', null, null])
    const isRoomy = foot && !things.some((thing) => hasNoRoomFor(foot, thing))
    if (isRoomy && !without.settings.includes(foot) && !(foot === 'meadow' && season === 'winter')) named.add(foot)
    return { setting: foot === 'lake' && named.has('lake') ? 'lake' : 'mountains', places: named }
  }
  return { setting, places: named }

  function home(): readonly Setting[] {
    if (things.includes('boat') && (storm || wind)) return ['sea']
    // The places that fit most of the things.
    const all = things.flatMap((thing) => homes[thing] ?? [])
    const lost = (places: readonly Setting[]) => things.filter((thing) => hasNoRoomFor(composerOf(places) ?? 'mountains', thing)).length
    const fewest = Math.min(...all.map(lost))
    const choices = all.filter((places) => lost(places) === fewest)
    const open = settings.includes('aurora') ? inTheNorth : season === 'winter' ? inWinter : anywhere
    const [first, ...others] = choices.length > 0 ? choices : open
    const chosen = first ? pick(random, [first, ...others]).filter(wanted) : []
    return chosen.length > 0 ? chosen : ['meadow']
  }

  function wanted(place: Setting): boolean {
    return !without.settings.includes(place)
  }
}
