/** Samples in a block; 100 ms are a whole number of blocks. */
const blockSamples = 2_400
/** The first block is short: the compiler only optimizes a loop after it has seen the code that follows it. */
const firstSamples = 240

/**
 * Processes a sound block by block. A function called hundreds of times is optimized once; a single loop over all samples would be
 * optimized again for every sound, while it runs.
 */
export function inBlocks(length: number, onBlock: (from: number, to: number) => void): void {
  for (let from = 0; from < length;) {
    const to = Math.min(length, from === 0 ? firstSamples : from - (from % blockSamples) + blockSamples)
    onBlock(from, to)
    from = to
  }
}
