import { usualLevel, drumLevels, drumPlaces, drumRooms } from './drum-kit.ts'
import { pick, randomFor } from '../random.ts'
import type { Random } from '../random.ts'
import type { Understanding } from '../understanding/understanding.ts'
import { styles } from './genres.ts'
import type { DrumPattern } from './style.ts'
import { composePhrase } from './melody.ts'
import type { MelodyNote } from './melody.ts'
import { planMusic } from './plan.ts'
import type { MusicOptions, Plan } from './plan.ts'
import type { Role, Score, Section, Track, Voice } from './score.ts'
import { chordOf, inKey, nearestOf, voice as voiceChord } from './theory.ts'
import type { Chord, Key } from './theory.ts'

/** A bar with what its players need to know. */
type Bar = {
  index: number
  inSection: number
  section: Section
  chord: Chord
  next: Chord
  voicing: number[]
  isLastOfSection: boolean
  nextSection: Section | undefined
}

/** Composes a piece. The same understanding, options and seed give the same score. */
// oxlint-disable-next-line max-lines-per-function -- It draws random numbers in a fixed order, on which every seed depends.
export function composeMusic(understanding: Understanding, options: MusicOptions): Score {
  const plan = planMusic(understanding, options)
  const { style, styleName, bpm, sections, cast } = plan
  const random = randomFor(options.seed, 'music notes')
  const beat = 60 / bpm
  const tracks = new Map<string, Track>()
  const bars = barsOf(plan, random)
  const isMachine = styleName === 'techno' || styleName === 'synthwave'

  function trackFor(voice: Voice, role: Role): Track {
    const key = `${role} ${voice}`
    const known = tracks.get(key)
    if (known) return known
    const isDrum = role === 'drums'
    const made: Track = {
      voice,
      role,
      level: usualLevel[role] + (style.levels?.[role === 'counter' ? 'lead' : role] ?? 0) + (isDrum ? (drumLevels[voice] ?? -6) : 0),
      pan: isDrum ? (drumPlaces[voice] ?? 0.5) : { lead: 0.5, counter: 0.62, comp: 0.42, pad: 0.5, bass: 0.5 }[role],
      width: isDrum ? 0 : { lead: 0.08, counter: 0.15, comp: 0.5, pad: 0.7, bass: 0 }[role],
      room: isDrum ? (drumRooms[voice] ?? 0.15) : { lead: 0.38, counter: 0.5, comp: 0.3, pad: 0.5, bass: 0.04 }[role],
      echo: role === 'lead' && style.echo ? 0.3 : role === 'comp' && style.echo && isMachine ? 0.18 : 0,
      notes: [],
    }
    tracks.set(key, made)
    return made
  }

  /** The time of a beat, swung and slightly uneven, as if played by hand. */
  function timeOf(beats: number, role: Role): number {
    const grid = style.swingSixteenths ? 0.5 : 1
    const within = beats % grid
    const swung = Math.abs(within - grid / 2) < 0.02 ? beats - within + grid * style.swing : beats
    const loose = isMachine ? 0.001 : role === 'drums' ? 0.004 : 0.009
    return Math.max(0, swung * beat + (random() - 0.5) * 2 * loose)
  }

  function play(voice: Voice, role: Role, note: { beat: number; beats: number; pitch: number; velocity: number }): void {
    const start = timeOf(note.beat, role)
    trackFor(voice, role).notes.push({
      start: plan.loop ? start % plan.seconds : start,
      length: note.beats * beat,
      pitch: note.pitch,
      velocity: Math.max(0.05, Math.min(1, note.velocity * (0.94 + 0.12 * random()))),
    })
  }

  const melodies = melodiesOf(plan, bars, random)
  const comps = pickPair(style.comp, random)
  const basses = pickPair(style.bass, random)
  const drumsOf = style.drums.length > 0 ? style.drums : styles['lo-fi'].drums
  const groove = Math.floor(random() * drumsOf.length)
  const fill = style.fills.length > 0 ? pick(random, [style.fills[0] ?? {}, ...style.fills]) : undefined

  for (const bar of bars) {
    const { section, chord } = bar
    const from = bar.index * style.beatsPerBar
    if (section.kind === 'ending') {
      playEnding(bar, from)
      continue
    }
    const isChorus = section.kind === 'chorus'
    const growing = 0.92 + 0.08 * (bar.inSection / Math.max(1, section.bars - 1))
    const loud = (0.62 + 0.38 * section.energy) * growing
    const hasPad = cast.pad !== null && (section.energy > 0.5 || section.kind !== 'verse' || styleName === 'ambient')
    if (cast.pad && hasPad) playPad(cast.pad, bar, from, loud)
    const restsInBreak = section.kind === 'break' && hasPad && (isMachine || styleName === 'cinematic')
    if (cast.comp && !restsInBreak) playComp(cast.comp, bar, from, { pattern: isChorus ? comps[1] : comps[0], loud })
    const bassPlays =
      section.kind === 'verse' ||
      isChorus ||
      (section.kind === 'intro' && (styleName === 'techno' || styleName === 'waltz')) ||
      (section.kind === 'break' && styleName === 'ambient')
    if (cast.bass && bassPlays) playBass(cast.bass, bar, from, { pattern: isChorus ? basses[1] : basses[0], loud })
    if (cast.drums) playDrums(bar, from, loud)
    if (cast.counter && isChorus) {
      // Holds the third of the chord, which the melody does not play.
      const third = nearestOf(chord.tones[1] ?? chord.root, 67)
      play(cast.counter, 'counter', { beat: from, beats: style.beatsPerBar * 0.95, pitch: third, velocity: 0.6 * loud })
    }
  }
  for (const { notes, bar, loud } of melodies) {
    if (!cast.lead) continue
    for (const note of notes)
      play(cast.lead, 'lead', {
        beat: bar * style.beatsPerBar + note.beat,
        beats: note.beats * 0.94,
        pitch: note.pitch,
        velocity: loud * note.weight,
      })
  }

  return {
    seconds: plan.seconds,
    bpm,
    beatsPerBar: style.beatsPerBar,
    genre: styleName,
    key: plan.keyName,
    sections,
    chords: bars.map((bar) => ({ start: bar.index * style.beatsPerBar * beat, length: style.beatsPerBar * beat, tones: bar.chord.tones })),
    tracks: [...tracks.values()].filter((track) => track.notes.length > 0),
    mix: {
      roomSeconds: style.room[0],
      roomLevel: style.room[1],
      echoSeconds: style.echo ? style.echo * beat : 0,
      pump: cast.drums ? style.pump : 0,
      vinyl: style.vinyl,
      low: style.low,
      high: style.high,
    },
    loop: plan.loop,
    effects: plan.effects,
  }

  function playPad(voice: Voice, { voicing }: Bar, from: number, loud: number): void {
    for (const pitch of padVoices(voicing)) play(voice, 'pad', { beat: from, beats: style.beatsPerBar * 0.99, pitch, velocity: 0.7 * loud })
  }

  function playComp(
    voice: Voice,
    { voicing, section, inSection }: Bar,
    from: number,
    { pattern, loud }: { pattern: string; loud: number },
  ): void {
    const sparse = section.kind === 'intro' && inSection < section.bars / 2 && section.bars > 2
    for (const step of pattern.split(' ')) {
      const [at = '0', beats = '1', what = 'C'] = step.split(':')
      const offset = Number(at)
      if (sparse && offset % 1 !== 0) continue
      const accent = offset === 0 ? 1 : offset % 1 === 0 ? 0.86 : 0.74
      const pitches = what === 'C' ? voicing : what === 'U' ? voicing.slice(1) : [pitchAt(voicing, Number(what))]
      pitches.forEach((pitch, index) => {
        // A strum starts the notes of a chord one after the other.
        const strum = pitches.length > 1 && !isMachine ? index * 0.018 : 0
        play(voice, 'comp', {
          beat: from + offset + strum,
          beats: Number(beats),
          pitch,
          velocity: (pitches.length > 1 ? 0.62 : 0.78) * accent * loud,
        })
      })
    }
  }

  function playBass(voice: Voice, { chord, next, index }: Bar, from: number, { pattern, loud }: { pattern: string; loud: number }): void {
    const root = lowRoot(chord)
    const stays = style.beatsPerBar === 3 && index % 2 === 1 && bars[index - 1]?.chord.name === chord.name
    for (const step of pattern.split(' ')) {
      const [at = '0', beats = '1', what = '1'] = step.split(':')
      const fifth = nearestOf(chord.tones[2] ?? chord.root, root + 4)
      const toNext = lowRoot(next)
      const pitches: Record<string, number> = {
        // A repeated chord alternates between root and fifth.
        '1': stays ? fifth : root,
        '3': nearestOf(chord.tones[1] ?? chord.root, root + 4),
        '5': fifth,
        '8': root + 12,
        a: toNext === root ? fifth : neighbour(plan.key, toNext, toNext > root ? -1 : 1),
      }
      play(voice, 'bass', {
        beat: from + Number(at),
        beats: Number(beats),
        pitch: pitches[what] ?? root,
        velocity: (Number(at) === 0 ? 0.95 : 0.82) * loud,
      })
    }
  }

  function playDrums(bar: Bar, from: number, loud: number): void {
    const { section, nextSection, isLastOfSection, inSection } = bar
    if (section.kind === 'break') {
      if (isMachine && isLastOfSection && nextSection)
        play('riser', 'drums', { beat: from, beats: style.beatsPerBar, pitch: 60, velocity: 0.8 })
      return
    }
    const isIntro = section.kind === 'intro'
    if (isIntro && styleName !== 'techno' && styleName !== 'march' && inSection < section.bars / 2) return
    if (section.energy < 0.42 && !isIntro) return
    const isFill = isLastOfSection && fill !== undefined && nextSection !== undefined && nextSection.kind !== 'break'
    const pattern: DrumPattern = isFill ? (fill ?? {}) : (drumsOf[(groove + (section.kind === 'chorus' ? 1 : 0)) % drumsOf.length] ?? {})
    if (section.kind === 'chorus' && inSection === 0 && styleName !== 'lo-fi' && styleName !== 'waltz')
      play('crash', 'drums', { beat: from, beats: 1, pitch: 60, velocity: 0.75 * loud })
    const stepsPerBeat = 4
    for (const voice of Object.keys(pattern)) {
      if (!isVoice(voice, pattern)) continue
      const steps = pattern[voice] ?? ''
      // Only small drums play under an introduction.
      if (isIntro && !['hat', 'shaker', 'rim', 'ride', 'tambourine'].includes(voice) && styleName !== 'techno' && styleName !== 'march')
        continue
      for (let step = 0; step < steps.length; step += 1) {
        const velocity = { X: 1, x: 0.8, o: 0.42 }[steps[step] ?? '']
        if (velocity === undefined) continue
        const pitch = voice === 'timpani' ? nearestOf(bar.chord.root, 45) : voice === 'tom' ? (step % 8 < 4 ? 52 : 47) : 60
        play(voice, 'drums', { beat: from + step / stepsPerBeat, beats: 0.25, pitch, velocity: velocity * (0.5 + 0.5 * loud) })
      }
    }
  }

  /** All voices return to the tonic and ring out. */
  function playEnding({ chord, voicing }: Bar, from: number): void {
    const beats = style.beatsPerBar * 1.25
    const loud = 0.72
    if (cast.pad) for (const pitch of padVoices(voicing)) play(cast.pad, 'pad', { beat: from, beats, pitch, velocity: 0.6 * loud })
    if (cast.comp)
      voicing.forEach((pitch, index) =>
        play(cast.comp ?? 'piano', 'comp', { beat: from + (isMachine ? 0 : index * 0.06), beats, pitch, velocity: 0.75 * loud }),
      )
    if (cast.bass) play(cast.bass, 'bass', { beat: from, beats, pitch: lowRoot(chord), velocity: 0.9 * loud })
    if (cast.lead)
      play(cast.lead, 'lead', {
        beat: from,
        beats,
        pitch: nearestOf(chord.root, (style.range[0] + style.range[1]) / 2 - 2),
        velocity: 0.85 * loud,
      })
    if (!cast.drums) return
    const hit = drumsOf[0] ?? {}
    for (const voice of ['kick', 'deep-kick', 'timpani', 'frame-drum'] as const) {
      if (hit[voice] !== undefined)
        play(voice, 'drums', { beat: from, beats: 1, pitch: voice === 'timpani' ? nearestOf(chord.root, 45) : 60, velocity: 0.9 })
    }
    if (styleName !== 'waltz' && styleName !== 'ambient' && styleName !== 'lo-fi')
      play('crash', 'drums', { beat: from, beats: 1, pitch: 60, velocity: 0.6 })
  }
}

/** Avoids low notes in a held chord: next to the bass they sound muddy. */
function padVoices(voicing: number[]): number[] {
  const clear = voicing.filter((pitch) => pitch >= 51)
  return clear.length >= 2 ? clear : voicing.map((pitch) => (pitch < 51 ? pitch + 12 : pitch))
}

/** The neighbour of a pitch in the key, below or above. */
function neighbour(key: Key, pitch: number, direction: 1 | -1): number {
  return [1, 2, 3].map((step) => pitch + step * direction).find((found) => inKey(key, found)) ?? pitch
}

const isVoice = (name: string, pattern: DrumPattern): name is keyof DrumPattern & Voice => Object.hasOwn(pattern, name)

const lowRoot = (chord: Chord) => nearestOf(chord.root, 38)

/** A voice of a chord by number; numbers beyond the top voice continue an octave higher. */
function pitchAt(voicing: number[], index: number): number {
  const octave = Math.floor(index / voicing.length)
  return (voicing[index % voicing.length] ?? 60) + 12 * octave
}

function pickPair(patterns: string[], random: Random): [string, string] {
  const [first = '', ...others] = patterns
  const verse = pick(random, [first, ...others])
  const rest = patterns.filter((pattern) => pattern !== verse)
  return [verse, rest.length > 0 ? pick(random, [rest[0] ?? verse, ...rest]) : verse]
}

function barsOf(plan: Plan, random: Random): Bar[] {
  const { style, key, sections } = plan
  const [verses, choruses] = key.minor ? style.progressions.minor : style.progressions.major
  const verse = pick(random, [verses[0] ?? 'I', ...verses]).split(' ')
  const chorus = pick(random, [choruses[0] ?? 'I', ...choruses]).split(' ')
  const home = key.minor ? 'i' : 'I'
  const names = sections.flatMap((section, index) =>
    Array.from({ length: section.bars }, (_, bar) => {
      if (section.kind === 'ending') return home
      const isBeforeEnd = sections[index + 1]?.kind === 'ending' && bar === section.bars - 1
      // The dominant leads back to the tonic; techno and ambient change chords without one.
      if (isBeforeEnd && plan.styleName !== 'techno' && plan.styleName !== 'ambient')
        return key.steps.includes(11) || !key.minor || plan.styleName === 'waltz' || plan.styleName === 'march' ? 'V' : 'bVII'
      const progression = section.kind === 'chorus' ? chorus : verse
      return progression[Math.floor(bar / style.barsPerChord) % progression.length] ?? home
    }),
  )
  const chords = names.map((name) => chordOf(key, name))
  let before: number[] | null = null
  const bars: Bar[] = []
  let index = 0
  sections.forEach((section, at) => {
    for (let inSection = 0; inSection < section.bars; inSection += 1) {
      const chord = chords[index] ?? chordOf(key, home)
      const voicing = voiceChord(chord, before, style.voicing)
      before = voicing
      bars.push({
        index,
        inSection,
        section,
        chord,
        next: chords[(index + 1) % chords.length] ?? chord,
        voicing,
        isLastOfSection: inSection === section.bars - 1,
        nextSection: sections[at + 1] ?? (plan.loop ? sections[0] : undefined),
      })
      index += 1
    }
  })
  return bars
}

/** One melody for all verses and one for all choruses; repeats differ at their ends only. */
function melodiesOf(plan: Plan, bars: Bar[], random: Random): { bar: number; loud: number; notes: MelodyNote[] }[] {
  const { style, key, sections, styleName } = plan
  const known = new Map<string, MelodyNote[]>()
  const rests = styleName === 'techno' ? 0.25 : styleName === 'ambient' ? 0.15 : 0
  return sections.flatMap((section, index) => {
    const isSung = section.kind === 'verse' || section.kind === 'chorus'
    const isBreak = section.kind === 'break' && styleName !== 'techno' && random() < 0.6
    if (!isSung && !isBreak) return []
    const chords = bars.slice(section.bar, section.bar + section.bars).map((bar) => bar.chord)
    const isLast = index >= sections.length - 2
    const lift = section.kind === 'chorus' ? 3 : 0
    const memory = `${section.kind === 'chorus' ? 'chorus' : 'verse'} ${section.bars} ${chords.map((chord) => chord.name).join(' ')}`
    const remembered = known.get(memory)
    const notes =
      remembered ??
      composePhrase(chords, isLast ? 'closed' : 'open', {
        key,
        rhythms: isBreak ? style.rhythms.filter((rhythm) => rhythm.split(' ').length <= 3) : style.rhythms,
        range: [style.range[0] + lift, style.range[1] + lift],
        beatsPerBar: style.beatsPerBar,
        random,
      })
    if (!remembered && !isBreak) known.set(memory, notes)
    const played = remembered ? ornament(remembered, random) : notes
    return [{ bar: section.bar, loud: (0.7 + 0.3 * section.energy) * (isBreak ? 0.8 : 1), notes: played.filter(() => random() >= rests) }]
  })
}

/** On a repeat, a short note from above leads into some long notes. */
function ornament(notes: MelodyNote[], random: Random): MelodyNote[] {
  return notes.flatMap((note, index) => {
    const next = notes[index + 1]
    if (!next || note.beats < 1 || Math.abs(next.pitch - note.pitch) < 3 || random() > 0.35) return [note]
    const between = Math.round((note.pitch + next.pitch) / 2)
    const isNear = Math.abs(between - note.pitch) <= 4
    // Ornaments only where the passing note belongs to the melody.
    if (!isNear || !notes.some((other) => other.pitch === between)) return [note]
    return [
      { ...note, beats: note.beats - 0.5 },
      { beat: note.beat + note.beats - 0.5, beats: 0.5, pitch: between, weight: 0.7 },
    ]
  })
}
