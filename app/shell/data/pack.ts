import { oncePer } from '#app/contract/once-per.ts'

type Plain = Record<string, unknown>
/** The keys whose values differ between the objects of a shape, and the properties that are the same in all of them. */
type Shape = [keys: string[], same: Plain]
type Shapes = { shapes: Shape[]; value: unknown }
/** A query's data: in a list as it is, or with its shapes. */
export type Packed = Shapes | [data: unknown]

/** Objects per shape from which packing makes data smaller. */
const worthwhile = 2

/** Returns a query's data for a page's HTML as JSON of `Packed`: with shapes if it repeats itself; `unpack` restores it. */
export const pack = (data: unknown): string => (isPlain(data) ? packedOnce(data) : JSON.stringify([data]))

/** The list of models is the same object for as long as nothing in it changes. */
const packedOnce = /* @__PURE__ */ oncePer((data: Plain): string => {
  const objects = gather(data)
  return objects.numbers.size >= worthwhile * objects.byShape.length ? toPacked(data, objects) : JSON.stringify([data])
})

export const unpack = (packed: Packed): unknown => (Array.isArray(packed) ? packed[0] : fromShapes(packed))

/**
 * Returns JSON in which keys, and values that all objects with the same keys share, are written once: each work in a list has about thirty
 * keys, most with common values. An array starts with 0, an object with the number of its shape.
 */
export function toPacked(data: unknown, { numbers, byShape } = gather(data)): string {
  const shapes = byShape.map(shapeOf)
  return JSON.stringify({ shapes, value: encode(data) } satisfies Shapes)

  function encode(value: unknown): unknown {
    if (Array.isArray(value)) return [0, ...value.map(encode)]
    if (!isPlain(value)) return value
    const number = numbers.get(value) ?? 0
    return [number, ...(shapes[number - 1]?.[0] ?? []).map((key) => encode(value[key]))]
  }
}

function fromShapes({ shapes, value }: Shapes): unknown {
  return decode(value)

  function decode(given: unknown): unknown {
    if (!Array.isArray(given)) return given
    const [number, ...values]: unknown[] = given
    const shape = shapes[Number(number) - 1]
    if (!shape) return values.map(decode)
    const [keys, same] = shape
    return { ...same, ...Object.fromEntries(keys.map((key, index) => [key, decode(values[index])])) }
  }
}

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null
const keysOf = (value: Plain) => Object.keys(value).filter((key) => value[key] !== undefined)

type Objects = {
  /** The number of each object's shape, from 1. */
  numbers: Map<Plain, number>
  byShape: Plain[][]
}

/** Groups all objects in the data by their keys. */
function gather(data: unknown): Objects {
  const numbers = new Map<Plain, number>()
  const byShape: Plain[][] = []
  const known = new Map<string, number>()
  collect(data)
  return { numbers, byShape }

  function collect(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(collect)
    if (!isPlain(value) || numbers.has(value)) return undefined
    const name = JSON.stringify(keysOf(value))
    const number = known.get(name) ?? byShape.push([])
    known.set(name, number)
    numbers.set(value, number)
    byShape[number - 1]?.push(value)
    for (const key in value) collect(value[key])
  }
}

function shapeOf(objects: readonly Plain[]): Shape {
  const [first = {}, ...others] = objects
  const keys = keysOf(first)
  const isSame = (key: string) => !isPlain(first[key]) && others.every((other) => other[key] === first[key])
  const { true: same = [], false: different = [] } = Object.groupBy(keys, (key) => `${isSame(key)}`)
  return [different, Object.fromEntries(same.map((key) => [key, first[key]]))]
}
