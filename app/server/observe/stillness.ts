/**
 * Returns a function that is called with the number of beats so far, at every tick, and returns whether the last `ticks` of them brought no
 * beat. Ticks are counted instead of seconds, because a machine or process that is suspended has neither ticks nor beats.
 */
export function openStillness(ticks: number): (beats: number) => boolean {
  let last: number | undefined
  let still = 0
  return (beats) => {
    still = beats === last ? still + 1 : 0
    last = beats
    return still >= ticks
  }
}
