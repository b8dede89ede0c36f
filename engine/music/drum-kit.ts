import type { Role, Voice } from './score.ts'

export const usualLevel: Record<Role, number> = { lead: -9, counter: -14, comp: -13, pad: -16, bass: -10, drums: -10 }
export const drumLevels: Partial<Record<Voice, number>> = {
  kick: 1,
  'deep-kick': 1,
  snare: -3,
  rim: -5,
  clap: -2,
  hat: -10,
  'open-hat': -11,
  ride: -11,
  crash: -11,
  shaker: -12,
  tambourine: -13,
  tom: -8,
  timpani: -5,
  'frame-drum': -6,
  riser: -14,
}
export const drumPlaces: Partial<Record<Voice, number>> = {
  hat: 0.62,
  'open-hat': 0.58,
  ride: 0.36,
  shaker: 0.3,
  tambourine: 0.7,
  tom: 0.42,
  rim: 0.45,
  crash: 0.4,
  timpani: 0.56,
}
export const drumRooms: Partial<Record<Voice, number>> = {
  snare: 0.35,
  clap: 0.4,
  tom: 0.35,
  timpani: 0.5,
  'frame-drum': 0.35,
  rim: 0.3,
  crash: 0.3,
  kick: 0.02,
  'deep-kick': 0.05,
  hat: 0.08,
}
