import type { SoundEffect } from '../understanding/understanding.ts'

export type Voice =
  | 'piano'
  | 'rhodes'
  | 'guitar'
  | 'harp'
  | 'bell'
  | 'glockenspiel'
  | 'marimba'
  | 'pizzicato'
  | 'strings'
  | 'pad'
  | 'choir'
  | 'organ'
  | 'accordion'
  | 'flute'
  | 'brass'
  | 'lead'
  | 'stab'
  | 'bass'
  | 'synth-bass'
  | 'tuba'
  | 'kick'
  | 'deep-kick'
  | 'snare'
  | 'rim'
  | 'clap'
  | 'hat'
  | 'open-hat'
  | 'ride'
  | 'crash'
  | 'shaker'
  | 'tambourine'
  | 'tom'
  | 'timpani'
  | 'frame-drum'
  | 'riser'

export type Note = {
  /** Seconds from the beginning, and until it is let go; drums ring as long as they do. */
  start: number
  length: number
  /** MIDI number. */
  pitch: number
  /** 0..1. */
  velocity: number
}

export type Track = {
  voice: Voice
  role: Role
  /** Decibels. */
  level: number
  /** 0 is left, 1 is right. */
  pan: number
  /** How far its pitches spread around that place. */
  width: number
  /** Shares sent to the room and to the echo. */
  room: number
  echo: number
  notes: Note[]
}

export type Role = 'lead' | 'counter' | 'comp' | 'pad' | 'bass' | 'drums'

export type SectionKind = 'intro' | 'verse' | 'chorus' | 'break' | 'ending'
export type Section = { kind: SectionKind; bar: number; bars: number; /** How much is going on, 0..1. */ energy: number }

export type Score = {
  seconds: number
  bpm: number
  beatsPerBar: number
  genre: string
  /** For instance "D dorian". */
  key: string
  sections: Section[]
  /** What sounds when, for tests and the curious. */
  chords: { start: number; length: number; tones: number[] }[]
  tracks: Track[]
  mix: Mix
  /** Goes round: the end leads into the beginning. */
  loop: boolean
  effects: SoundEffect[]
}

export type Mix = {
  /** Seconds until the room has fallen by 60 dB, and how loud it is (1 is usual). */
  roomSeconds: number
  roomLevel: number
  /** Seconds between echoes; 0 for none. */
  echoSeconds: number
  /** How far everything but the drums ducks under the bass drum, 0..1. */
  pump: number
  /** The crackle, the wobble and the dull highs of an old record. */
  vinyl: boolean
  /** Decibels that the low end and the highs are raised by. */
  low: number
  high: number
}
