/** A source of numbers in [0, 1): the same seed always gives the same sequence. */
export type Random = () => number

/** Mulberry32: small, fast, and good enough for pictures and melodies. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Derives the seed of one part of a work. Each part draws from its own source, so a new detail in one part does not change the others, and
 * consecutive seeds look nothing alike.
 */
export function seedFor(seed: number, part: string): number {
  let hash = 0x811c9dc5 ^ Math.imul(Math.trunc(seed) | 0, 0x9e3779b1)
  for (let index = 0; index < part.length; index += 1) {
    hash = Math.imul(hash ^ part.charCodeAt(index), 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0
}

export const randomFor = (seed: number, part: string): Random => createRandom(seedFor(seed, part))

export const between = (random: Random, low: number, high: number) => low + (high - low) * random()

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
