/** The noise of Stable Diffusion by its 1,000 training steps, and two ways to remove it in a few steps. */

const trainingSteps = 1_000
const [betaStart, betaEnd] = [0.000_85, 0.012]
/** Steps of the teacher that LCM was distilled from. */
const teacherSteps = 50
/** Constants of the boundary condition of consistency models. */
const [sigmaData, timestepScaling] = [0.5, 10]

/** Share of the picture in the mix of picture and noise at each training step: the product of what each step keeps. */
const keptShares: readonly number[] = (() => {
  const [from, to] = [Math.sqrt(betaStart), Math.sqrt(betaEnd)]
  let product = 1
  return Array.from({ length: trainingSteps }, (_, step) => {
    const beta = (from + ((to - from) * step) / (trainingSteps - 1)) ** 2
    return (product *= 1 - beta)
  })
})()

const keptAt = (timestep: number) => keptShares[timestep] ?? 1
const sigmaAt = (timestep: number) => Math.sqrt((1 - keptAt(timestep)) / keptAt(timestep))

export type SchedulerName = 'lcm' | 'turbo'

export type Schedule = {
  readonly timesteps: readonly number[]
  /** Mixes a picture, or nothing, with noise as it is before the first step. */
  start(picture: Float32Array | null, noise: Float32Array): Float32Array
  /** Scales the latents for the model at a step. */
  input(latents: Float32Array, step: number): Float32Array
  /** Returns the latents after a step. `noise` is used between steps only. */
  next(latents: Float32Array, predicted: Float32Array, context: { step: number; noise(): Float32Array }): Float32Array
}

/** Opens a schedule. `strength`: how much of a given picture may change, 0..1; 1 without one. */
export function openSchedule(name: SchedulerName, { steps, strength = 1 }: { steps: number; strength?: number }): Schedule {
  return name === 'lcm' ? lcm(steps, strength) : euler(steps, strength)
}

/** Latent consistency: each step predicts the finished picture, and all but the last add noise again. */
function lcm(steps: number, strength: number): Schedule {
  const teacher = Array.from({ length: teacherSteps }, (_, index) => ((index + 1) * trainingSteps) / teacherSteps - 1)
  const used = teacher.slice(0, Math.max(steps, Math.floor(teacherSteps * strength))).toReversed()
  const timesteps = Array.from({ length: steps }, (_, index) => used[Math.floor((index * used.length) / steps)] ?? 0)
  return {
    timesteps,
    start(picture, noise) {
      const kept = keptAt(timesteps[0] ?? 0)
      return picture ? mix(picture, Math.sqrt(kept), noise, Math.sqrt(1 - kept)) : noise
    },
    input: (latents) => latents,
    next(latents, predicted, { step, noise }) {
      const timestep = timesteps[step] ?? 0
      const kept = keptAt(timestep)
      const scaled = (timestep * timestepScaling) ** 2
      const skip = sigmaData ** 2 / (scaled + sigmaData ** 2)
      const out = Math.sqrt(scaled / (scaled + sigmaData ** 2))
      const finished = mix(latents, 1 / Math.sqrt(kept), predicted, -Math.sqrt((1 - kept) / kept))
      const denoised = mix(finished, out, latents, skip)
      const following = timesteps[step + 1]
      if (following === undefined) return denoised
      return mix(denoised, Math.sqrt(keptAt(following)), noise(), Math.sqrt(1 - keptAt(following)))
    },
  }
}

/** Euler's method from the last training step backwards, as SD-Turbo was trained. */
function euler(steps: number, strength: number): Schedule {
  const all = Array.from({ length: steps }, (_, index) => Math.round(trainingSteps - (index * trainingSteps) / steps) - 1)
  const timesteps = all.slice(steps - Math.max(1, Math.floor(steps * strength)))
  const sigmas = [...timesteps.map(sigmaAt), 0]
  const sigmaOf = (step: number) => sigmas[step] ?? 0
  return {
    timesteps,
    start: (picture, noise) => (picture ? mix(picture, 1, noise, sigmaOf(0)) : noise.map((value) => value * sigmaOf(0))),
    input(latents, step) {
      const scale = 1 / Math.sqrt(sigmaOf(step) ** 2 + 1)
      return latents.map((value) => value * scale)
    },
    next: (latents, predicted, { step }) => mix(latents, 1, predicted, sigmaOf(step + 1) - sigmaOf(step)),
  }
}

const mix = (one: Float32Array, ofOne: number, other: Float32Array, ofOther: number): Float32Array =>
  one.map((value, at) => value * ofOne + (other[at] ?? 0) * ofOther)

/** Returns a source of normally distributed noise that is the same for the same seed (xoshiro128** and Box–Muller). */
export function openNoise(seed: number): (length: number) => Float32Array {
  let mixed = seed >>> 0
  const state = Uint32Array.from({ length: 4 }, () => {
    mixed = (mixed + 0x9e_37_79_b9) >>> 0
    let word = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b)
    word = Math.imul(word ^ (word >>> 13), 0xc2_b2_ae_35)
    return word ^ (word >>> 16)
  })
  const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by))
  function uniform(): number {
    const [a = 0, b = 0, c = 0, d = 0] = state
    const drawn = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0
    const [nextD, nextC] = [d ^ b, c ^ a]
    state.set([a ^ nextD, b ^ nextC, nextC ^ (b << 9), rotate(nextD, 11)])
    return (drawn + 0.5) / 2 ** 32
  }
  return (length) => {
    const noise = new Float32Array(length)
    for (let at = 0; at < length; at += 2) {
      const radius = Math.sqrt(-2 * Math.log(uniform()))
      const angle = 2 * Math.PI * uniform()
      noise[at] = radius * Math.cos(angle)
      if (at + 1 < length) noise[at + 1] = radius * Math.sin(angle)
    }
    return noise
  }
}

const guidanceSize = 256
/** Returns the sine embedding by which LCM is given the strength of guidance. */
export function embedGuidance(guidance: number): Float32Array {
  const half = guidanceSize / 2
  const scaled = (guidance - 1) * 1_000
  const angles = Array.from({ length: half }, (_, index) => scaled * Math.exp((-Math.log(10_000) * index) / (half - 1)))
  return Float32Array.from([...angles.map(Math.sin), ...angles.map(Math.cos)])
}
