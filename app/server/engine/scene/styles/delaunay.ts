/** Three indices into the points, for each triangle. */
export type Triangles = Int32Array

/** Twice the area of a triangle, positive if it turns left. */
const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

function isInCircle(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, px: number, py: number): boolean {
  const dx = ax - px
  const dy = ay - py
  const ex = bx - px
  const ey = by - py
  const fx = cx - px
  const fy = cy - py
  const ap = dx * dx + dy * dy
  const bp = ex * ex + ey * ey
  const cp = fx * fx + fy * fy
  return dx * (ey * cp - bp * fy) - dy * (ex * cp - bp * fx) + ap * (ex * fy - ey * fx) > 1e-9
}

/**
 * The Delaunay triangulation of points within a rectangle: each point is put in where it falls, and edges are turned over until
 * no triangle's circle holds another point. Points close together in the list should lie close together: the search starts
 * where the last one ended.
 */
export function triangulate(xs: Float64Array, ys: Float64Array): Triangles {
  const count = xs.length
  const far = 1e5
  const px = new Float64Array(count + 3)
  const py = new Float64Array(count + 3)
  px.set(xs)
  py.set(ys)
  // One triangle around everything; what touches its corners is left out at the end.
  px.set([-far, far, 0], count)
  py.set([-far, -far, far], count)
  const corners = new Int32Array((2 * count + 8) * 3)
  /** The triangle beyond the edge from corner i to corner i + 1, -1 outside. */
  const beyond = new Int32Array((2 * count + 8) * 3).fill(-1)
  corners.set([count, count + 1, count + 2])
  let triangles = 1
  let last = 0
  const stack: number[] = []
  const x = (corner: number) => px[corner] ?? 0
  const y = (corner: number) => py[corner] ?? 0
  const corner = (triangle: number, index: number) => corners[triangle * 3 + (index % 3)] ?? 0
  const neighbour = (triangle: number, index: number) => beyond[triangle * 3 + (index % 3)] ?? -1

  for (let point = 0; point < count; point += 1) {
    const inside = locate(point)
    last = inside
    const [a, b, c] = [corner(inside, 0), corner(inside, 1), corner(inside, 2)]
    const [ab, bc, ca] = [neighbour(inside, 0), neighbour(inside, 1), neighbour(inside, 2)]
    const second = triangles
    const third = triangles + 1
    triangles += 2
    put(inside, a, b, point, ab, second, third)
    put(second, b, c, point, bc, third, inside)
    put(third, c, a, point, ca, inside, second)
    relink(bc, inside, second)
    relink(ca, inside, third)
    stack.push(inside, second, third)
    while (stack.length > 0) legalise(stack.pop() ?? 0, point)
  }
  const kept: number[] = []
  for (let triangle = 0; triangle < triangles; triangle += 1) {
    const [a, b, c] = [corner(triangle, 0), corner(triangle, 1), corner(triangle, 2)]
    if (a < count && b < count && c < count) kept.push(a, b, c)
  }
  return Int32Array.from(kept)

  function put(triangle: number, a: number, b: number, c: number, ab: number, bc: number, ca: number): void {
    corners.set([a, b, c], triangle * 3)
    beyond.set([ab, bc, ca], triangle * 3)
  }

  function relink(triangle: number, from: number, to: number): void {
    if (triangle < 0) return
    for (let index = 0; index < 3; index += 1) if (neighbour(triangle, index) === from) beyond[triangle * 3 + index] = to
  }

  /** Walks from the last triangle towards the point. */
  function locate(point: number): number {
    let triangle = last
    for (let step = 0; step < count * 3 + 10; step += 1) {
      let moved = false
      for (let index = 0; index < 3; index += 1) {
        const a = corner(triangle, index)
        const b = corner(triangle, index + 1)
        if (turn(x(a), y(a), x(b), y(b), x(point), y(point)) >= 0) continue
        const next = neighbour(triangle, index)
        if (next < 0) continue
        triangle = next
        moved = true
        break
      }
      if (!moved) return triangle
    }
    return triangle
  }

  /** `point` is the triangle's last corner: looks at the edge across from it, and turns that over if it must. */
  function legalise(triangle: number, point: number): void {
    const other = neighbour(triangle, 0)
    if (other < 0 || corner(triangle, 2) !== point) return
    const [a, b] = [corner(triangle, 0), corner(triangle, 1)]
    let at = 0
    while (at < 3 && neighbour(other, at) !== triangle) at += 1
    if (at === 3) return
    const across = corner(other, at + 2)
    if (!isInCircle(x(a), y(a), x(b), y(b), x(point), y(point), x(across), y(across))) return
    const [bp, pa] = [neighbour(triangle, 1), neighbour(triangle, 2)]
    const [aq, qb] = [neighbour(other, at + 1), neighbour(other, at + 2)]
    put(triangle, a, across, point, aq, other, pa)
    put(other, across, b, point, qb, bp, triangle)
    relink(aq, other, triangle)
    relink(bp, triangle, other)
    stack.push(triangle, other)
  }
}
