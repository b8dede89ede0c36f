/** Samples in a block; 100 ms are a whole number of blocks. */
const blockSamples = 2_400
/** The first block is short, because the compiler optimizes a loop only after it has run the code that follows. */
const firstSamples = 240

/**
 * Processes a sound block by block. The compiler optimizes a function called hundreds of times once; it would optimize a single loop over
 * all samples again for every sound, while the loop runs.
 */
export function inBlocks(length: number, onBlock: (from: number, to: number) => void): void {
  for (let from = 0; from < length;) {
    const to = Math.min(length, from === 0 ? firstSamples : from - (from % blockSamples) + blockSamples)
    onBlock(from, to)
    from = to
  }
}
