/** Second-order filters after the Audio EQ Cookbook (R. Bristow-Johnson), each with a state of its own. */
export type Filter = { b0: number; b1: number; b2: number; a1: number; a2: number; z1: number; z2: number }

type Shape = { rate: number; frequency: number; /** How narrow: 0.7 is wide and even. */ q?: number }

const tau = 2 * Math.PI

function filter(b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Filter {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0, z1: 0, z2: 0 }
}

function angles({ rate, frequency, q = Math.SQRT1_2 }: Shape) {
  const omega = (tau * Math.min(frequency, rate * 0.49)) / rate
  return { cos: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) }
}

export function lowPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter((1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha)
}

export function highPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter((1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha)
}

export function bandPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter(alpha, 0, -alpha, 1 + alpha, -2 * cos, 1 - alpha)
}

export function allPass(shape: Shape): Filter {
  const { cos, alpha } = angles(shape)
  return filter(1 - alpha, -2 * cos, 1 + alpha, 1 + alpha, -2 * cos, 1 - alpha)
}

/** Raises or lowers a band around the frequency. */
export function peak(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const gain = 10 ** (shape.decibels / 40)
  return filter(1 + alpha * gain, -2 * cos, 1 - alpha * gain, 1 + alpha / gain, -2 * cos, 1 - alpha / gain)
}

export function lowShelf(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const a = 10 ** (shape.decibels / 40)
  const beta = 2 * Math.sqrt(a) * alpha
  return filter(
    a * (a + 1 - (a - 1) * cos + beta),
    2 * a * (a - 1 - (a + 1) * cos),
    a * (a + 1 - (a - 1) * cos - beta),
    a + 1 + (a - 1) * cos + beta,
    -2 * (a - 1 + (a + 1) * cos),
    a + 1 + (a - 1) * cos - beta,
  )
}

export function highShelf(shape: Shape & { decibels: number }): Filter {
  const { cos, alpha } = angles(shape)
  const a = 10 ** (shape.decibels / 40)
  const beta = 2 * Math.sqrt(a) * alpha
  return filter(
    a * (a + 1 + (a - 1) * cos + beta),
    -2 * a * (a - 1 + (a + 1) * cos),
    a * (a + 1 + (a - 1) * cos - beta),
    a + 1 - (a - 1) * cos + beta,
    2 * (a - 1 - (a + 1) * cos),
    a + 1 - (a - 1) * cos - beta,
  )
}

/** Filters in place; the state stays for the next stretch of the same sound. */
export function applyFilter(found: Filter, samples: Float32Array): void {
  const { b0, b1, b2, a1, a2 } = found
  let { z1, z2 } = found
  for (let index = 0; index < samples.length; index += 1) {
    const input = samples[index] ?? 0
    const output = b0 * input + z1
    z1 = b1 * input - a1 * output + z2
    z2 = b2 * input - a2 * output
    samples[index] = output
  }
  // Numbers too small to hear would make the processor slow.
  found.z1 = Math.abs(z1) < 1e-20 ? 0 : z1
  found.z2 = Math.abs(z2) < 1e-20 ? 0 : z2
}
