import type { Concept, Setting, Understanding } from '../understanding/understanding.ts'
import { hasNoRoomFor } from './composer.ts'
import { choosePlace } from './place.ts'

/** The places that show beside the one that composes a picture: mountains behind a lake, but no desert. */
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
  // All that shows through the window.
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

/** Where there is no weather, no season and no sky. */
const airless: ReadonlySet<Setting> = new Set(['space', 'underwater', 'abstract'])

/** What a prompt asks for by name and a picture of it does not show: it is said to be ignored rather than dropped. */
export function unseenIn(understanding: Understanding): ReadonlySet<Concept> {
  const { settings, things, falling, season, sky } = understanding
  const unseen = new Set<Concept>()
  if (settings.length === 0) return unseen
  // What is named decides; chance only adds to it.
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
