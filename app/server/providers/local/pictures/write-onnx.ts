/** The few parts of ONNX (a protobuf format) that models made of convolutions need. */

/** Number of the data type in ONNX. */
const dataTypes = { float: 1, int32: 6, int64: 7, float16: 10 }
type DataType = keyof typeof dataTypes

/** Kinds of an attribute in ONNX. */
const attributeKinds = { int: 2, string: 3, ints: 7 }
const irVersion = 8
const opsetVersion = 13

type Bytes = Uint8Array

function varint(value: number | bigint): Bytes {
  const bytes: number[] = []
  let left = BigInt.asUintN(64, BigInt(value))
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128)
  return Uint8Array.of(...bytes, Number(left))
}

const number = (field: number, value: number | bigint): Bytes => Buffer.concat([varint(field << 3), varint(value)])

function bytes(field: number, value: string | Bytes): Bytes {
  const content = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint((field << 3) | 2), varint(content.byteLength), content])
}

type Numbers = Float32Array | Int32Array | BigInt64Array

const typeOf = (data: Numbers): DataType => (data instanceof Float32Array ? 'float' : data instanceof Int32Array ? 'int32' : 'int64')

/** A constant of a graph. */
export const constant = (name: string, dims: readonly number[], data: Numbers): Bytes =>
  bytes(
    5,
    Buffer.concat([
      ...dims.map((dim) => number(1, dim)),
      number(2, dataTypes[typeOf(data)]),
      bytes(8, name),
      bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
    ]),
  )

export type Port = { name: string; dims: readonly (number | string)[]; type?: DataType }

/** A dimension with a name has any size. */
function port(field: number, { name, dims, type = 'float' }: Port): Bytes {
  const shape = Buffer.concat(dims.map((dim) => bytes(1, typeof dim === 'string' ? bytes(2, dim) : number(1, dim))))
  const tensor = Buffer.concat([number(1, dataTypes[type]), bytes(2, shape)])
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]))
}

type Attribute = number | string | readonly number[]

function attribute(name: string, value: Attribute): Bytes {
  if (typeof value === 'number') return bytes(5, Buffer.concat([bytes(1, name), number(3, value), number(20, attributeKinds.int)]))
  if (typeof value === 'string') return bytes(5, Buffer.concat([bytes(1, name), bytes(4, value), number(20, attributeKinds.string)]))
  return bytes(5, Buffer.concat([bytes(1, name), ...value.map((one) => number(8, one)), number(20, attributeKinds.ints)]))
}

export const node = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Record<string, Attribute> = {},
): Bytes =>
  bytes(
    1,
    Buffer.concat([
      ...inputs.map((name) => bytes(1, name)),
      ...outputs.map((name) => bytes(2, name)),
      bytes(4, operator),
      ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    ]),
  )

export type Graph = { nodes: readonly Bytes[]; constants?: readonly Bytes[]; inputs: readonly Port[]; outputs: readonly Port[] }

/** Returns a model in ONNX's format. */
export function writeOnnx({ nodes, constants = [], inputs, outputs }: Graph): Bytes {
  const ports = [...inputs.map((one) => port(11, one)), ...outputs.map((one) => port(12, one))]
  const graph = Buffer.concat([...nodes, bytes(2, 'graph'), ...constants, ...ports])
  const opset = Buffer.concat([bytes(1, ''), number(2, opsetVersion)])
  return Buffer.concat([number(1, irVersion), bytes(7, graph), bytes(8, opset)])
}
