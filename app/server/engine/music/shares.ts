import type { Score, Track, Voice } from './score.ts'
import { rateOf, releases } from './voices.ts'

/**
 * What it takes to render a sample of a note, next to mixing one into the piece; measured. Voices of many waves take long, and the
 * strokes of a drum are each rendered, though only the longest is counted.
 */
const renderingCosts: Partial<Record<Voice, number>> = {
  piano: 1,
  rhodes: 1,
  harp: 1,
  bell: 1,
  glockenspiel: 1,
  marimba: 1,
  bass: 2,
  flute: 2,
  pizzicato: 2,
  guitar: 3,
  lead: 5,
  'synth-bass': 5,
  brass: 6,
  organ: 6,
  pad: 6,
  tuba: 6,
  riser: 6,
  strings: 7,
  accordion: 8,
  stab: 8,
  choir: 10,
}
const drumCost = 60

/** About how much there is to compute for a track. */
function costOf({ voice, notes }: Track): number {
  const release = releases[voice] ?? 0
  const longest = new Map<number, number>()
  let mixed = 0
  for (const { pitch, length } of notes) {
    mixed += length + release
    longest.set(pitch, Math.max(longest.get(pitch) ?? 0, length + release))
  }
  let rendered = 0
  for (const seconds of longest.values()) rendered += seconds
  return (mixed + (renderingCosts[voice] ?? drumCost) * rendered) * rateOf(voice)
}

/** The tracks of a score in two shares that are about as much work: the same ones each time. */
export function shareTracks({ tracks }: Score): [Track[], Track[]] {
  const shares: [Track[], Track[]] = [[], []]
  const costs: [number, number] = [0, 0]
  const known = tracks.map((track) => ({ track, cost: costOf(track) })).toSorted((a, b) => b.cost - a.cost)
  for (const { track, cost } of known) {
    const lighter = costs[1] < costs[0] ? 1 : 0
    shares[lighter].push(track)
    costs[lighter] += cost
  }
  return shares
}
