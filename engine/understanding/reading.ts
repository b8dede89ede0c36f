import type { Concept, Understanding } from './understanding.ts'
import type { Meaning } from './vocabulary.ts'

const mostColours = 4

/** A reading in which nothing is understood yet. */
export const blankReading = (): Understanding => ({
  language: 'en',
  settings: [],
  things: [],
  counts: {},
  time: null,
  timeEnd: null,
  sky: null,
  falling: null,
  fog: false,
  storm: false,
  wind: false,
  season: null,
  style: null,
  colours: [],
  coloursOf: {},
  tones: [],
  moods: [],
  camera: null,
  view: null,
  genre: null,
  instruments: [],
  effects: [],
  bpm: null,
  pace: null,
  key: null,
  without: {
    settings: [],
    things: [],
    falling: [],
    fog: false,
    clouds: false,
    storm: false,
    wind: false,
    times: [],
    seasons: [],
    colours: [],
    instruments: [],
  },
  used: [],
  shown: [],
  ignored: [],
  terms: [],
  missing: null,
})

/** Enters a meaning; returns `false` if another one has its place. */
export function enter(reading: Understanding, meaning: Meaning): boolean {
  switch (meaning.kind) {
    case 'setting':
      return add(reading.settings, meaning.value)
    case 'thing':
      return add(reading.things, meaning.value)
    case 'time':
      reading.time ??= meaning.value
      return reading.time === meaning.value || reading.timeEnd === meaning.value
    case 'sky':
      reading.sky ??= meaning.value
      return reading.sky === meaning.value
    case 'falling':
      reading.falling ??= meaning.value
      return reading.falling === meaning.value
    case 'weather':
      reading[meaning.value] = true
      return true
    case 'season':
      reading.season ??= meaning.value
      return reading.season === meaning.value
    case 'style':
      reading.style ??= meaning.value
      return reading.style === meaning.value
    case 'colour':
      return (reading.colours.length < mostColours || reading.colours.includes(meaning.value)) && add(reading.colours, meaning.value)
    case 'tone':
      return add(reading.tones, meaning.value)
    case 'mood':
      return add(reading.moods, meaning.value)
    case 'camera':
      reading.camera ??= meaning.value
      return reading.camera === meaning.value
    case 'view':
      reading.view ??= meaning.value
      return reading.view === meaning.value
    case 'genre':
      reading.genre ??= meaning.value
      return reading.genre === meaning.value
    case 'instrument':
      return add(reading.instruments, meaning.value)
    case 'effect':
      return add(reading.effects, meaning.value)
    case 'tempo':
      reading.pace ??= meaning.value
      return reading.pace === meaning.value
    case 'without':
      return add(reading.without.things, meaning.value)
  }
}

function add<Value>(list: Value[], value: Value): true {
  if (!list.includes(value)) list.push(value)
  return true
}

/** Enters an exclusion and returns its name; `null` if exclusions have no such kind. */
export function leaveOut({ without }: Understanding, meaning: Meaning): Concept | null {
  switch (meaning.kind) {
    case 'setting':
      add(without.settings, meaning.value)
      break
    case 'thing':
      add(without.things, meaning.value)
      break
    case 'time':
      add(without.times, meaning.value)
      break
    case 'falling':
      add(without.falling, meaning.value)
      break
    case 'weather':
      without[meaning.value] = true
      break
    case 'sky':
      if (meaning.value === 'clear') return null
      without.clouds = true
      return 'without:clouds'
    case 'season':
      add(without.seasons, meaning.value)
      break
    case 'colour':
      add(without.colours, meaning.value)
      break
    case 'instrument':
      add(without.instruments, meaning.value)
      break
    default:
      return null
  }
  return `without:${meaning.value}`
}
