import type { Cut } from '../protocol/cut.ts'
import { readPictured } from '../scene/read-scene.ts'
import type { Thing, TimeOfDay, Understanding } from '../understanding/understanding.ts'

/** The ground of a shot. Shots with the same key show the same picture. */
export type Place = {
  key: string
  /** The same at every time of day. */
  name: string
  /** Null for a place that the engine cannot draw, which gets a plain stage. */
  understanding: Understanding | null
  light: TimeOfDay
}

/** Things that act, and would stand in a place for everybody to see twice. */
const actors: ReadonlySet<Thing> = new Set([
  'person',
  'cat',
  'dog',
  'deer',
  'bird',
  'fish',
  'whale',
  'heart',
  'circle',
  'triangle',
  'square',
])
/** Things that an action may name and that stay where they are. */
const fixtures: ReadonlySet<Thing> = new Set([
  'lighthouse',
  'cabin',
  'village',
  'bridge',
  'windmill',
  'castle',
  'tree',
  'birch',
  'pine',
  'palm',
  'cactus',
])

/**
 * Returns the place of each shot. One that names none stays where the film is, unless its action says otherwise; a film whose script has no
 * headings still changes its place.
 */
export function placesOf({ shots, look }: Pick<Cut, 'shots' | 'look'>): Place[] {
  let last: Pick<Place, 'name' | 'understanding' | 'light'> = { name: '', understanding: null, light: 'day' }
  return shots.map(({ place, action, light }) => {
    const read = readPictured(place || action)
    const kept = withThings(read, (thing) => (place ? !actors.has(thing) : fixtures.has(thing)))
    // A kitchen that is only "indoors" would be a window with a view.
    const isIndoors = kept.settings.length === 1 && kept.settings[0] === 'interior' && kept.missing !== null
    const isKnown = !isIndoors && (kept.settings.length > 0 || kept.things.length > 0)
    // Without a heading, a shot is also at the same time.
    const time = light ?? read.time ?? (place ? 'day' : last.light)
    if (place) last = { name: place.toLowerCase(), understanding: isKnown ? kept : null, light: time }
    else if (isKnown) last = { name: [...kept.settings, ...kept.things].toSorted().join(' '), understanding: kept, light: time }
    else last = { ...last, light: time }
    const { name, understanding } = last
    return { key: `${name} ${time}`, name, light: time, understanding: understanding && withLook(understanding, look, time) }
  })
}

function withThings(read: Understanding, isWanted: (thing: Thing) => boolean): Understanding {
  return { ...read, things: read.things.filter(isWanted), without: { ...read.without, things: [...read.without.things, 'person'] } }
}

function withLook(read: Understanding, { style, words }: Cut['look'], time: TimeOfDay): Understanding {
  const wished = readPictured(words)
  return {
    ...read,
    time,
    style: style === 'auto' ? wished.style : style,
    tones: [...new Set([...read.tones, ...wished.tones])],
    moods: [...new Set([...read.moods, ...wished.moods])],
    missing: null,
  }
}
