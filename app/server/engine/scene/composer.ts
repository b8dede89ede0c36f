import type { Setting, Thing } from '../understanding/understanding.ts'

/** The first of these that is named composes the picture; what comes later shows in it. */
const byRank: readonly Setting[] = [
  'interior',
  'underwater',
  'abstract',
  'street',
  'city',
  'waterfall',
  'island',
  'river',
  'lake',
  'sea',
  'desert',
  'snowfield',
  'meadow',
  'forest',
  'mountains',
  'aurora',
  'space',
]

/** Of several places the one that composes the picture. */
export const composerOf = (places: readonly Setting[]): Setting | undefined => byRank.find((place) => places.includes(place))

const large: readonly Thing[] = ['lighthouse', 'village', 'bridge', 'windmill', 'castle', 'train']
/** Things that a place has no room for. */
const without: Partial<Record<Setting, readonly Thing[]>> = {
  sea: ['train'],
  river: ['lighthouse'],
  waterfall: ['lighthouse', 'village', 'bridge'],
  island: ['bridge'],
  desert: ['village', 'bridge'],
  snowfield: ['bridge'],
  city: ['cabin', 'village', 'windmill', 'castle', 'train', 'tent', 'tree', 'birch', 'pine', 'palm', 'flower', 'cactus', 'deer'],
  street: ['boat', 'fish', 'whale', 'cabin', 'tent', 'cactus', 'deer', 'pine', 'palm', 'birch', 'flower', ...large],
  space: ['village', 'bridge', 'rainbow'],
  underwater: ['village', 'bridge', 'rainbow', 'galaxy', 'firework'],
  abstract: ['village', 'bridge', 'rainbow', 'galaxy', 'firework'],
}

export const hasNoRoomFor = (setting: Setting, thing: Thing): boolean => without[setting]?.includes(thing) ?? false
