import type { EngineOptions } from '../protocol/options.ts'
import { between, pick, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import type { Instrument, SoundEffect, Understanding } from '../understanding/understanding.ts'
import { styles } from './genres.ts'
import type { Style, StyleName } from './style.ts'
import type { Section, SectionKind, Voice } from './score.ts'
import { keyOf } from './theory.ts'
import type { Key } from './theory.ts'

/** The options of a piece. */
export type MusicOptions = Pick<EngineOptions['sketch-music'], 'genre' | 'tempo' | 'key' | 'loop'> & { seconds: number; seed: number }

/** Everything that is decided before the first note. */
export type Plan = {
  style: Style
  styleName: StyleName
  key: Key
  keyName: string
  bpm: number
  bars: number
  sections: Section[]
  cast: { lead: Voice | null; counter: Voice | null; comp: Voice | null; pad: Voice | null; bass: Voice | null; drums: boolean }
  /** Liveliness, 0..1. */
  energy: number
  loop: boolean
  seconds: number
  effects: SoundEffect[]
}

const byInstrument: Record<Exclude<Instrument, 'drums' | 'bass'>, Voice> = {
  piano: 'piano',
  strings: 'strings',
  guitar: 'guitar',
  flute: 'flute',
  bell: 'bell',
  synth: 'lead',
  organ: 'organ',
  choir: 'choir',
  harp: 'harp',
  brass: 'brass',
}
/** Voices that can hold a chord while other voices move. */
const sustaining: ReadonlySet<Voice> = new Set(['strings', 'choir', 'organ', 'pad', 'accordion', 'brass'])
const singing: ReadonlySet<Voice> = new Set(['flute', 'strings', 'brass', 'lead', 'accordion', 'choir', 'organ'])

/** Minimum ringing time of the last chord. */
const tailSeconds = 2.2
const slowest = 40
const fastest = 200

export function planMusic(understanding: Understanding, options: MusicOptions): Plan {
  const random = randomFor(options.seed, 'music plan')
  const styleName = options.genre === 'auto' ? styleFor(understanding, random) : options.genre
  const style = styles[styleName]
  const energy = energyOf(understanding, random)
  const { key, keyName } = chooseKey(understanding, { style, options, random })
  const { bpm, bars } = chooseLength(understanding, { style, options, energy, random })
  return {
    style,
    styleName,
    key,
    keyName,
    bpm,
    bars,
    sections: options.loop ? loopSections(bars, styleName, energy) : sectionsOf(bars, styleName, energy),
    cast: castFor(understanding, { style, styleName, random }),
    energy,
    loop: options.loop,
    seconds: options.seconds,
    effects: understanding.effects,
  }
}

function styleFor({ genre, moods, instruments, settings, time, pace, bpm }: Understanding, random: Random): StyleName {
  if (genre) return genre
  const wishes: StyleName[] = []
  const add = (count: number, ...names: StyleName[]) => {
    for (let times = 0; times < count; times += 1) wishes.push(...names)
  }
  for (const mood of moods) {
    if (mood === 'calm') add(2, 'ambient', 'ballad')
    if (mood === 'happy') add(2, 'folk', 'folk', 'lo-fi', 'synthwave')
    if (mood === 'sad') add(3, 'ballad', 'ambient')
    if (mood === 'dark') add(2, 'cinematic', 'ambient', 'synthwave')
    if (mood === 'epic') add(4, 'cinematic')
    if (mood === 'dreamy') add(3, 'ambient')
    if (mood === 'tense') add(3, 'cinematic', 'techno')
    if (mood === 'romantic') add(2, 'ballad', 'waltz')
    if (mood === 'playful') add(2, 'folk', 'waltz')
  }
  for (const instrument of instruments) {
    if (instrument === 'synth') add(3, 'synthwave', pace === 'slow' ? 'ambient' : 'techno')
    if (instrument === 'piano') add(3, 'ballad')
    if (instrument === 'guitar' || instrument === 'flute') add(2, 'folk', 'ballad')
    if (instrument === 'harp') add(2, 'folk', 'ambient')
    if (instrument === 'strings' || instrument === 'choir') add(2, 'cinematic', 'ballad')
    if (instrument === 'brass') add(2, 'march', 'cinematic')
    if (instrument === 'bell') add(2, 'ambient')
    if (instrument === 'organ') add(2, 'waltz', 'cinematic')
    if (instrument === 'drums') add(1, 'lo-fi', 'techno')
  }
  if ((bpm ?? 0) >= 118 || pace === 'fast') add(3, 'techno', 'folk', 'synthwave')
  for (const setting of settings) {
    if (setting === 'space' || setting === 'underwater' || setting === 'aurora') add(2, 'ambient')
    if (setting === 'city' || setting === 'street') add(2, time === 'night' ? 'synthwave' : 'lo-fi')
    if (setting === 'mountains' || setting === 'desert') add(2, 'cinematic')
    if (setting === 'forest' || setting === 'meadow') add(1, 'folk', 'ambient')
    if (setting === 'interior') add(2, 'lo-fi')
    if (setting === 'sea' || setting === 'lake' || setting === 'snowfield') add(1, 'ambient', 'ballad')
  }
  const [first, ...others] = wishes
  return first ? pick(random, [first, ...others]) : pick(random, ['ballad', 'folk', 'lo-fi', 'cinematic', 'synthwave', 'ambient', 'waltz'])
}

function energyOf({ moods, pace, bpm }: Understanding, random: Random): number {
  let energy = 0.5 + 0.1 * (random() - 0.5)
  const by: Partial<Record<(typeof moods)[number], number>> = {
    calm: -0.22,
    sad: -0.15,
    dreamy: -0.2,
    romantic: -0.08,
    happy: 0.15,
    epic: 0.25,
    tense: 0.15,
    playful: 0.1,
  }
  for (const mood of moods) energy += by[mood] ?? 0
  if (pace === 'slow') energy -= 0.15
  if (pace === 'fast') energy += 0.2
  if (bpm !== null) energy += (bpm - 100) / 300
  return Math.max(0.1, Math.min(1, energy))
}

const tonics = ['C', 'D', 'Eb', 'E', 'F', 'G', 'A', 'Bb', 'B'] as const

function chooseKey({ moods, key }: Understanding, { style, options, random }: { style: Style; options: MusicOptions; random: Random }) {
  const tonic = options.key !== 'auto' ? options.key : (key?.tonic ?? pick(random, tonics))
  const sad = moods.some((mood) => mood === 'sad' || mood === 'dark' || mood === 'tense')
  const glad = moods.some((mood) => mood === 'happy' || mood === 'playful' || mood === 'calm' || mood === 'romantic')
  const chance = sad ? 1 : glad ? style.minor * 0.25 : style.minor
  const minor = key ? key.minor : random() < chance
  const modes = minor ? style.modes.minor : style.modes.major
  const [first = 'major', ...others] = modes
  const darker = sad && minor && style.modes.minor.includes('aeolian') ? 'aeolian' : pick(random, [first, ...others])
  return { key: keyOf(tonic, darker), keyName: `${tonic} ${darker}` }
}

/** Chooses a tempo and a number of bars that fill the time: exactly in a loop, otherwise up to the ringing of the last chord. */
function chooseLength(
  { bpm: named, pace, moods }: Understanding,
  { style, options, energy, random }: { style: Style; options: MusicOptions; energy: number; random: Random },
) {
  const [low, high] = style.tempo
  const lean = Math.max(0, Math.min(1, energy + (pace === 'fast' ? 0.3 : pace === 'slow' ? -0.3 : 0) - (moods.includes('sad') ? 0.1 : 0)))
  const own = low + (high - low) * Math.max(0, Math.min(1, lean + between(random, -0.15, 0.15)))
  const stretched = pace === 'slow' ? own * 0.9 : pace === 'fast' ? own * 1.08 : own
  const asked = options.tempo > 0 ? options.tempo : named
  const wanted = Math.max(slowest, Math.min(fastest, asked ?? stretched))
  const barSeconds = (60 / wanted) * style.beatsPerBar
  if (options.loop) {
    // Even numbers of bars repeat best; the tempo adapts, because the length is fixed.
    const exact = options.seconds / barSeconds
    const bars = Math.max(2, exact >= 6 ? Math.round(exact / 2) * 2 : Math.round(exact))
    return { bars, bpm: (bars * style.beatsPerBar * 60) / options.seconds }
  }
  const playing = Math.max(barSeconds * 2, options.seconds - Math.min(tailSeconds, options.seconds * 0.25))
  if (asked !== null && asked > 0) return { bars: Math.max(2, Math.floor(playing / barSeconds + 0.02)), bpm: wanted }
  const bars = Math.max(2, Math.round(playing / barSeconds))
  return { bars, bpm: Math.max(slowest, Math.min(fastest, (bars * style.beatsPerBar * 60) / playing)) }
}

const energies: Record<SectionKind, number> = { intro: 0.3, verse: 0.6, chorus: 0.95, break: 0.35, ending: 0.5 }

/** Divides the bars into an intro, verses, choruses with a break between them, and an ending. */
function sectionsOf(bars: number, style: StyleName, energy: number): Section[] {
  const ending = bars >= 5 ? 1 : 0
  const intro = bars >= 22 ? 4 : bars >= 9 ? 2 : bars >= 6 ? 1 : 0
  const order: SectionKind[] = ['verse', 'verse', 'chorus', 'break', 'verse', 'chorus', 'chorus', 'break', 'verse', 'chorus']
  const block = style === 'waltz' || style === 'march' ? 8 : 4
  const left = bars - ending - intro
  const kinds: { kind: SectionKind; bars: number }[] = []
  if (intro > 0) kinds.push({ kind: 'intro', bars: intro })
  if (left <= block + 1) kinds.push({ kind: 'verse', bars: left })
  else if (left < block * 2) kinds.push({ kind: 'verse', bars: block }, { kind: 'chorus', bars: left - block })
  else fillWith(kinds, order, left, block)
  if (ending > 0) kinds.push({ kind: 'ending', bars: ending })
  return placed(kinds, energy)
}

function fillWith(kinds: { kind: SectionKind; bars: number }[], order: SectionKind[], left: number, block: number): void {
  // With room for one block besides the verse, that block is the chorus; a break needs a chorus to return to.
  const blocks = Math.floor(left / block)
  const shape =
    blocks <= 2
      ? (['verse', 'chorus'] as const)
      : blocks === 3
        ? (['verse', 'break', 'chorus'] as const)
        : blocks === 4
          ? (['verse', 'chorus', 'break', 'chorus'] as const)
          : order
  let rest = left
  for (let index = 0; rest > 0; index += 1) {
    const kind = shape[index] ?? order[index % order.length] ?? 'verse'
    const isLast = rest < block * 2
    const length = isLast ? rest : block
    kinds.push({ kind: isLast && kind !== 'chorus' ? 'chorus' : kind, bars: length })
    rest -= length
  }
}

/** Divides a loop, which has neither beginning nor end: it starts with all voices and thins out in its middle. */
function loopSections(bars: number, style: StyleName, energy: number): Section[] {
  const kinds: { kind: SectionKind; bars: number }[] = []
  const block = bars >= 16 ? 4 : bars >= 8 ? Math.floor(bars / 4) * 2 : bars
  const order: SectionKind[] = bars >= 16 ? ['verse', 'verse', 'chorus', 'break', 'chorus'] : ['verse', 'chorus']
  let rest = bars
  for (let index = 0; rest > 0; index += 1) {
    const length = rest < block * 2 ? rest : block
    kinds.push({ kind: order[index % order.length] ?? 'verse', bars: length })
    rest -= length
  }
  return placed(kinds, style === 'ambient' ? energy * 0.8 : energy)
}

function placed(kinds: { kind: SectionKind; bars: number }[], energy: number): Section[] {
  let bar = 0
  return kinds.map(({ kind, bars }, index) => {
    const rise = kind === 'verse' && kinds.slice(0, index).some((before) => before.kind === 'verse') ? 0.12 : 0
    const section: Section = { kind, bar, bars, energy: Math.min(1, (energies[kind] + rise) * (0.7 + 0.5 * energy)) }
    bar += bars
    return section
  })
}

/** Chooses the voices: first those named in the prompt, then those typical of the genre. */
function castFor(
  { instruments, without, moods, pace }: Understanding,
  { style, styleName, random }: { style: Style; styleName: StyleName; random: Random },
): Plan['cast'] {
  const isLeftOut = (voice: Voice | null) =>
    voice !== null &&
    without.instruments.some((instrument) => instrument !== 'drums' && instrument !== 'bass' && byInstrument[instrument] === voice)
  const named = instruments.flatMap((instrument) => (instrument === 'drums' || instrument === 'bass' ? [] : [byInstrument[instrument]]))
  const choose = (voices: (Voice | null)[]): Voice | null => {
    const [first, ...others] = voices.filter((voice) => !isLeftOut(voice))
    return first === undefined ? null : pick(random, [first, ...others])
  }
  let lead = choose(style.leads)
  let comp = choose(style.comps.filter((voice) => voice !== lead)) ?? choose(style.comps)
  let pad = choose(style.pads)
  let counter: Voice | null = null
  const [first, second, third] = named
  if (first && !second) {
    // A single instrument plays both hands if it can; a melody instrument is accompanied by the usual voices of the genre.
    lead = first
    if (!singing.has(first)) comp = first
    if (sustaining.has(first)) pad = first
    else if (styleName === 'ballad' && pad === 'pad') pad = 'strings'
  } else if (first && second) {
    const singer = named.find((voice) => singing.has(voice)) ?? first
    lead = singer
    comp = named.find((voice) => voice !== singer && !sustaining.has(voice)) ?? (sustaining.has(second) ? comp : second)
    pad = named.find((voice) => voice !== singer && sustaining.has(voice)) ?? pad
    counter = third && third !== comp && third !== pad ? third : null
  }
  const drumsNamed = instruments.includes('drums')
  const noDrums = without.instruments.includes('drums')
  const quiet = moods.some((mood) => mood === 'calm' || mood === 'sad' || mood === 'dreamy' || mood === 'romantic') || pace === 'slow'
  // A ballad for piano alone has no drummer.
  const usually = style.drums.length > 0 && !(styleName === 'ballad' && (quiet || named.length > 0)) && !(styleName === 'waltz' && quiet)
  const bass = without.instruments.includes('bass') ? null : choose(style.basses)
  return { lead, counter, comp, pad, bass, drums: !noDrums && (drumsNamed || usually) }
}
