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
  /** Start and duration in seconds; drums ignore the duration. */
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
  /** Stereo spread of the track's pitches around `pan`. */
  width: number
  /** Shares sent to the room and to the echo. */
  room: number
  echo: number
  notes: Note[]
}

export type Role = 'lead' | 'counter' | 'comp' | 'pad' | 'bass' | 'drums'

export type SectionKind = 'intro' | 'verse' | 'chorus' | 'break' | 'ending'
export type Section = { kind: SectionKind; bar: number; bars: number; /** Density of the section, 0..1. */ energy: number }

export type Score = {
  seconds: number
  bpm: number
  beatsPerBar: number
  genre: string
  /** Example: "D dorian". */
  key: string
  sections: Section[]
  /** Chords with their start and length in seconds, for tests. */
  chords: { start: number; length: number; tones: number[] }[]
  tracks: Track[]
  mix: Mix
  /** Whether the end leads back into the beginning. */
  loop: boolean
  effects: SoundEffect[]
}

export type Mix = {
  /** Reverberation time to -60 dB in seconds, and the level relative to the usual room. */
  roomSeconds: number
  roomLevel: number
  /** Seconds between echoes; 0 for none. */
  echoSeconds: number
  /** Depth of ducking under the bass drum for all tracks but the drums, 0..1. */
  pump: number
  /** Whether the piece sounds like an old record: crackle, wow, no highs. */
  vinyl: boolean
  /** Boost of the lows and of the highs, in decibels. */
  low: number
  high: number
}
