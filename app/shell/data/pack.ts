type Plain = Record<string, unknown>
/** The keys whose values differ between the objects of a shape, and the properties that are the same in all of them. */
type Shape = [keys: string[], same: Plain]
type Packed = { shapes: Shape[]; value: unknown }
type Sent = { packed: string } | { data: unknown }

/** Returns a page's data for its HTML, packed if that makes it at least a fifth smaller; `unpack` restores it. */
export function pack(data: unknown): Sent {
  const packed = toPacked(data)
  return packed.length < JSON.stringify(data).length * 0.8 ? { packed } : { data }
}

export const unpack = (sent: Sent): unknown => ('packed' in sent ? fromPacked(sent.packed) : sent.data)

/**
 * Returns JSON in which keys, and values that all objects with the same keys share, are written once: each work in a list has about thirty
 * keys, most with common values. An array starts with 0, an object with the number of its shape.
 */
export function toPacked(data: unknown): string {
  const objects = new Map<string, Plain[]>()
  gather(data, objects)
  const shapes = [...objects.values()].map(shapeOf)
  const numbers = new Map([...objects.keys()].map((name, index) => [name, index + 1]))
  return JSON.stringify({ shapes, value: encode(data) } satisfies Packed)

  function encode(value: unknown): unknown {
    if (Array.isArray(value)) return [0, ...value.map(encode)]
    if (!isPlain(value)) return value
    const number = numbers.get(nameOf(value)) ?? 0
    return [number, ...(shapes[number - 1]?.[0] ?? []).map((key) => encode(value[key]))]
  }
}

export function fromPacked(packed: string): unknown {
  const { shapes, value }: Packed = JSON.parse(packed)
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
const nameOf = (value: Plain) => JSON.stringify(keysOf(value))

/** Groups all objects in the value by their keys. */
function gather(value: unknown, objects: Map<string, Plain[]>): void {
  if (!isPlain(value)) return
  if (!Array.isArray(value)) {
    const name = nameOf(value)
    objects.set(name, [...(objects.get(name) ?? []), value])
  }
  for (const one of Object.values(value)) gather(one, objects)
}

function shapeOf(objects: readonly Plain[]): Shape {
  const [first = {}, ...others] = objects
  const keys = keysOf(first)
  const same = keys.filter((key) => !isPlain(first[key]) && others.every((other) => other[key] === first[key]))
  return [keys.filter((key) => !same.includes(key)), Object.fromEntries(same.map((key) => [key, first[key]]))]
}
