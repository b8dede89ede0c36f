import type { Setting, Thing } from '../understanding/understanding.ts'

/** The places by rank: the first one that is named composes the picture, and later ones appear in it. */
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

/** Returns the place that composes the picture. */
export const composerOf = (places: readonly Setting[]): Setting | undefined => byRank.find((place) => places.includes(place))

const large: readonly Thing[] = ['lighthouse', 'village', 'bridge', 'windmill', 'castle', 'train']
/** Things that do not fit into a place. */
const without: Partial<Record<Setting, readonly Thing[]>> = {
  sea: ['train', 'flower'],
  lake: ['flower'],
  river: ['lighthouse'],
  waterfall: ['lighthouse', 'village', 'bridge'],
  island: ['bridge', 'flower'],
  desert: ['village', 'bridge', 'flower'],
  snowfield: ['bridge', 'flower'],
  aurora: ['sun', 'flower'],
  city: [
    'campfire',
    'cabin',
    'village',
    'windmill',
    'castle',
    'train',
    'tent',
    'tree',
    'birch',
    'pine',
    'palm',
    'flower',
    'cactus',
    'deer',
  ],
  street: ['campfire', 'boat', 'fish', 'whale', 'cabin', 'tent', 'cactus', 'deer', 'pine', 'palm', 'birch', 'flower', ...large],
  space: ['village', 'bridge', 'rainbow', 'birch'],
  underwater: ['village', 'bridge', 'rainbow', 'galaxy', 'firework', 'moon', 'sun', 'birch'],
  abstract: ['village', 'bridge', 'rainbow', 'galaxy', 'firework', 'birch'],
}

export const hasNoRoomFor = (setting: Setting, thing: Thing): boolean => without[setting]?.includes(thing) ?? false
