import type { Concept, Setting, Understanding } from '../understanding/understanding.ts'
import { hasNoRoomFor } from './composer.ts'
import { choosePlace } from './place.ts'

/** Places that can be visible next to the main one: mountains behind a lake, but no desert. */
const beside: Record<Setting, readonly Setting[]> = {
  mountains: ['forest', 'meadow', 'snowfield', 'aurora', 'space'],
  sea: ['mountains', 'forest', 'snowfield', 'aurora', 'space'],
  lake: ['mountains', 'forest', 'meadow', 'snowfield', 'aurora', 'space'],
  river: ['mountains', 'forest', 'meadow', 'snowfield', 'aurora', 'space'],
  waterfall: ['mountains', 'forest', 'river', 'lake', 'snowfield', 'aurora', 'space'],
  island: ['mountains', 'sea', 'lake', 'forest', 'snowfield', 'aurora', 'space'],
  forest: ['mountains', 'meadow', 'snowfield', 'aurora', 'space'],
  meadow: ['mountains', 'forest', 'snowfield', 'aurora', 'space'],
  desert: ['mountains', 'aurora', 'space'],
  snowfield: ['mountains', 'forest', 'meadow', 'aurora', 'space'],
  city: ['sea', 'lake', 'river', 'mountains', 'snowfield', 'aurora', 'space'],
  street: ['city', 'forest', 'snowfield', 'aurora', 'space'],
  // Places that can be visible through a window.
  interior: [
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
    'aurora',
  ],
  space: [],
  aurora: ['space'],
  underwater: ['sea', 'lake', 'river'],
  abstract: [],
}

/** Places without weather, season and sky. */
const airless: ReadonlySet<Setting> = new Set(['space', 'underwater', 'abstract'])

/** Returns the named things that a picture of the prompt does not show, which are reported as ignored. */
export function unseenIn(understanding: Understanding): ReadonlySet<Concept> {
  const { settings, things, falling, season, sky, time } = understanding
  const unseen = new Set<Concept>()
  const isSnowy = season === 'winter' || falling === 'snow' || settings.includes('snowfield')
  if (things.includes('flower') && isSnowy && !settings.includes('interior')) unseen.add('thing:flower')
  // A rainbow requires the sun behind the viewer.
  if (things.includes('sun') && (time === 'night' || things.includes('rainbow'))) unseen.add('thing:sun')
  if (settings.length === 0) return unseen
  // A fixed number instead of the seed's, because the named words decide the place here.
  const { setting } = choosePlace(understanding, () => 0.5)
  for (const other of settings) if (other !== setting && !beside[setting].includes(other)) unseen.add(`setting:${other}`)
  for (const thing of things) if (hasNoRoomFor(setting, thing)) unseen.add(`thing:${thing}`)
  if (!airless.has(setting)) return unseen
  if (falling) unseen.add(`falling:${falling}`)
  if (season) unseen.add(`season:${season}`)
  if (sky) unseen.add(`sky:${sky}`)
  for (const weather of ['fog', 'storm', 'wind'] as const) if (understanding[weather]) unseen.add(`weather:${weather}`)
  return unseen
}
