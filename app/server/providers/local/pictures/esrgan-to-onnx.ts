import * as v from 'valibot'
import { constant, node, writeOnnx } from './write-onnx.ts'

const configSchema = v.object({
  name: v.string(),
  padding: v.optional(v.picklist(['same', 'valid']), 'valid'),
  strides: v.optional(v.array(v.number()), [1, 1]),
  activation: v.optional(v.string(), 'linear'),
  size: v.optional(v.array(v.number()), [1, 1]),
})

/** A model of Keras for TensorFlow.js, as far as ESRGAN-slim needs it. */
export const layersModelSchema = v.object({
  modelTopology: v.object({
    model_config: v.object({
      config: v.object({
        layers: v.array(
          v.object({
            class_name: v.string(),
            config: v.looseObject(configSchema.entries),
            inbound_nodes: v.array(v.array(v.looseTuple([v.string()]))),
          }),
        ),
        input_layers: v.array(v.looseTuple([v.string()])),
        output_layers: v.array(v.looseTuple([v.string()])),
      }),
    }),
  }),
  weightsManifest: v.array(
    v.object({ paths: v.array(v.string()), weights: v.array(v.object({ name: v.string(), shape: v.array(v.number()) })) }),
  ),
})
type LayersModel = v.InferOutput<typeof layersModelSchema>

/** Returns a network of convolutions as ONNX. TensorFlow has the channels of an image last, ONNX first. */
export function esrganToOnnx({ modelTopology, weightsManifest }: LayersModel, bytes: Uint8Array): Uint8Array {
  const weights = new Map<string, { shape: readonly number[]; data: Float32Array }>()
  let offset = 0
  for (const { name, shape } of weightsManifest.flatMap((group) => group.weights)) {
    const size = shape.reduce((product, side) => product * side, 1) * Float32Array.BYTES_PER_ELEMENT
    weights.set(name, { shape, data: new Float32Array(Uint8Array.from(bytes.subarray(offset, offset + size)).buffer) })
    offset += size
  }
  const weight = (name: string) => {
    const found = weights.get(name)
    if (!found) throw new Error(`the model has no weights ${name}`)
    return found
  }
  const { layers, input_layers: inputLayers, output_layers: outputLayers } = modelTopology.model_config.config
  const constants: Uint8Array[] = []
  const nodes = layers.flatMap(({ class_name: kind, config, inbound_nodes: inbound }) => {
    const inputs = (inbound[0] ?? []).map(([name]) => name)
    const { name, padding, strides, activation, size } = config
    if (activation !== 'linear' && kind !== 'Activation') throw new Error(`the layer ${name} has an unknown activation`)
    switch (kind) {
      case 'InputLayer':
        return []
      case 'Conv2D': {
        if (strides.some((stride) => stride !== 1)) throw new Error(`the layer ${name} has unknown strides`)
        const { shape, data } = weight(`${name}/kernel`)
        const [rows = 1, columns = 1, from = 1, to = 1] = shape
        constants.push(
          constant(`${name}/kernel`, [to, from, rows, columns], channelsFirst(data, shape)),
          constant(`${name}/bias`, [to], weight(`${name}/bias`).data),
        )
        const pads = padding === 'same' ? [rows >> 1, columns >> 1, rows >> 1, columns >> 1] : [0, 0, 0, 0]
        return [node('Conv', [...inputs, `${name}/kernel`, `${name}/bias`], [name], { kernel_shape: [rows, columns], pads })]
      }
      case 'Activation':
        if (activation !== 'relu') throw new Error(`the layer ${name} has an unknown activation`)
        return [node('Relu', inputs, [name])]
      case 'Add':
        return [node('Add', inputs, [name])]
      case 'Concatenate':
        return [node('Concat', inputs, [name], { axis: 1 })]
      case 'UpSampling2D': {
        constants.push(constant(`${name}/scales`, [4], Float32Array.of(1, 1, ...size)))
        const nearest = { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
        return [node('Resize', [...inputs, '', `${name}/scales`], [name], nearest)]
      }
      default:
        throw new Error(`the layer ${name} is of an unknown kind`)
    }
  })
  const [input = '', output = ''] = [inputLayers[0]?.[0], outputLayers[0]?.[0]]
  return writeOnnx({
    nodes,
    constants,
    inputs: [{ name: input, dims: [1, 3, 'height', 'width'] }],
    outputs: [{ name: output, dims: [1, 3, 'new_height', 'new_width'] }],
  })
}

/** Returns a kernel with the order rows, columns, from, to in the order to, from, rows, columns. */
function channelsFirst(data: Float32Array, [rows = 1, columns = 1, from = 1, to = 1]: readonly number[]): Float32Array {
  const turned = new Float32Array(data.length)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let one = 0; one < from; one += 1)
        for (let other = 0; other < to; other += 1)
          turned[((other * from + one) * rows + row) * columns + column] = data[((row * columns + column) * from + one) * to + other] ?? 0
  return turned
}
