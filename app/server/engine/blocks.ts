/** Samples in a block; 100 ms are a whole number of blocks. */
const blockSamples = 2_400
/** The first block is this short: the compiler sees what comes after a loop before it makes a quick version of it. */
const firstSamples = 240

/**
 * Goes through a sound block by block: what is done to a block is a function of its own that is called hundreds of times, which the
 * compiler makes quick for good. A single loop over all samples it would make quick anew in every sound, while that is played.
 */
export function inBlocks(length: number, onBlock: (from: number, to: number) => void): void {
  for (let from = 0; from < length;) {
    const to = Math.min(length, from === 0 ? firstSamples : from - (from % blockSamples) + blockSamples)
    onBlock(from, to)
    from = to
  }
}
