/** One box blur along lines of `length` values that are `step` apart, with the edge values continued outward. */
function blurLines(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  radius: number,
  lines: { count: number; next: number; length: number; step: number },
) {
  const { count, next, length, step } = lines
  const window = radius * 2 + 1
  for (let line = 0; line < count; line += 1) {
    const start = line * next
    const at = (place: number) => from[start + Math.min(length - 1, Math.max(0, place)) * step] ?? 0
    let sum = 0
    for (let place = -radius; place <= radius; place += 1) sum += at(place)
    for (let place = 0; place < length; place += 1) {
      to[start + place * step] = sum / window
      sum += at(place + radius + 1) - at(place - radius)
    }
  }
}

/** Blurs a plane of gray values in place. Two passes of a box blur are close to a Gaussian blur, which not every browser's canvas has. */
export function blurPlane(plane: Uint8ClampedArray, { width, height, radius }: { width: number; height: number; radius: number }): void {
  if (radius < 1) return
  const other = new Uint8ClampedArray(plane.length)
  for (let pass = 0; pass < 2; pass += 1) {
    blurLines(plane, other, radius, { count: height, next: width, length: width, step: 1 })
    blurLines(other, plane, radius, { count: width, next: 1, length: height, step: width })
  }
}
