/**
 * Pixels that two threads compute together. Both build the same scene, so both come to the same tasks in the same order; a part of a task
 * is done by whichever thread takes it first. Who did it changes nothing in it.
 */
export type Workshare = {
  /** Zeroes to compute in; both threads get the same memory, whichever comes first. */
  bytes(length: number): Uint8ClampedArray
  floats(length: number): Float32Array
  /** Has all parts of a task done, 0 to `count` - 1; what they write in memory from here is there afterwards. */
  split(count: number, work: (part: number) => void): void
}

/** For a scene that one thread builds. */
export const alone: Workshare = {
  bytes: (length) => new Uint8ClampedArray(length),
  floats: (length) => new Float32Array(length),
  split(count, work) {
    for (let part = 0; part < count; part += 1) work(part)
  },
}

/** More tasks than any scene has; those beyond are done by each thread for itself. */
const maxTasks = 200
/** Of each task, the next part to be taken, and how many are done. */
const wordsPerTask = 2
const headerBytes = maxTasks * wordsPerTask * Int32Array.BYTES_PER_ELEMENT
/** What a large scene computes in, as a multiple of the bytes of its picture. Only what is written to takes memory. */
const picturesLarge = 14
/** While a part of the other thread is waited for, the cancel flag is looked at this often. */
const lookMs = 50
/** A part takes some milliseconds: a thread that has not finished one after this has died. */
const patienceMs = 10_000
const partsUsually = 12

export const openSharedWork = ({ width, height }: { width: number; height: number }) =>
  new SharedArrayBuffer(headerBytes + width * height * 4 * picturesLarge)

/** Takes part in what another thread computes too. */
export function joinWork(memory: SharedArrayBuffer, checkpoint: () => void): Workshare {
  const states = new Int32Array(memory, 0, maxTasks * wordsPerTask)
  let used = headerBytes
  let task = 0
  let isFull = false

  /** Where so many bytes begin; null from the first ones on that there is no room for: their tasks cannot be shared. */
  function take(bytes: number): number | null {
    const from = used
    used += Math.ceil(bytes / 8) * 8
    isFull ||= used > memory.byteLength
    return isFull ? null : from
  }

  return {
    bytes(length) {
      const from = take(length)
      return from === null ? alone.bytes(length) : new Uint8ClampedArray(memory, from, length)
    },
    floats(length) {
      const from = take(length * Float32Array.BYTES_PER_ELEMENT)
      return from === null ? alone.floats(length) : new Float32Array(memory, from, length)
    },
    split(count, work) {
      const next = task * wordsPerTask
      const done = next + 1
      task += 1
      if (isFull || task > maxTasks) {
        alone.split(count, work)
        return
      }
      for (let part = Atomics.add(states, next, 1); part < count; part = Atomics.add(states, next, 1)) {
        work(part)
        Atomics.add(states, done, 1)
        Atomics.notify(states, done)
      }
      const giveUpAt = performance.now() + patienceMs
      for (let seen = Atomics.load(states, done); seen < count; seen = Atomics.load(states, done)) {
        checkpoint()
        if (performance.now() > giveUpAt) throw new Error('the thread that builds the same scene has died')
        Atomics.wait(states, done, seen, lookMs)
      }
    },
  }
}

/** A task whose parts are stretches of rows, or of columns. */
export function splitRows(share: Workshare, rows: number, work: (from: number, to: number) => void): void {
  const parts = Math.max(1, Math.min(partsUsually, rows))
  share.split(parts, (part) => work(Math.floor((rows * part) / parts), Math.floor((rows * (part + 1)) / parts)))
}
