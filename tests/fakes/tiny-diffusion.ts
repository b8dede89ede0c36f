import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { constant, type Graph, node, writeOnnx } from '#app/server/providers/local/pictures/write-onnx.ts'
import { clipMerges } from './clip-merges.ts'

/** Channels of the latents, of an image and of a text. */
const [latents, colors, words] = [4, 3, 4]
/** Pixels of a side for each value of the latents. */
const side = 8
const toFloat = { to: 1 }

const weights = (count: number, factor: number) => Float32Array.from({ length: count }, (_, index) => Math.sin(index + 1) * factor)

/** Each id of a text becomes a few small numbers. */
const textEncoder: Graph = {
  inputs: [{ name: 'input_ids', dims: ['batch', 77], type: 'int32' }],
  outputs: [{ name: 'last_hidden_state', dims: ['batch', 77, words] }],
  constants: [constant('shape', [3], BigInt64Array.of(1n, 77n, 1n)), constant('scale', [words], weights(words, 0.000_1))],
  nodes: [
    node('Cast', ['input_ids'], ['numbers'], toFloat),
    node('Reshape', ['numbers', 'shape'], ['column']),
    node('Mul', ['column', 'scale'], ['last_hidden_state']),
  ],
}

/** Reads all its inputs as the denoiser of LCM does. `channels`: those of a convolution, which takes its time. */
const unet = (channels: number): Graph => ({
  inputs: [
    { name: 'sample', dims: ['batch', latents, 'height', 'width'] },
    { name: 'timestep', dims: ['batch'], type: 'int64' },
    { name: 'encoder_hidden_states', dims: ['batch', 77, words] },
    { name: 'timestep_cond', dims: ['batch', 256] },
  ],
  outputs: [{ name: 'out_sample', dims: ['batch', latents, 'height', 'width'] }],
  constants: [
    constant('wide', [channels, latents, 3, 3], weights(channels * latents * 9, 0.05)),
    constant('deep', [channels, channels, 3, 3], weights(channels * channels * 9, 0.05 / channels)),
    constant('narrow', [latents, channels, 1, 1], weights(channels * latents, 0.5 / channels)),
    constant('thousandth', [1], Float32Array.of(0.001)),
  ],
  nodes: [
    node('Conv', ['sample', 'wide'], ['one'], { pads: [1, 1, 1, 1] }),
    node('Conv', ['one', 'deep'], ['two'], { pads: [1, 1, 1, 1] }),
    node('Conv', ['two', 'narrow'], ['seen']),
    node('Cast', ['timestep'], ['time'], toFloat),
    node('Mul', ['time', 'thousandth'], ['small_time']),
    node('ReduceMean', ['encoder_hidden_states'], ['text'], { keepdims: 0 }),
    node('ReduceMean', ['timestep_cond'], ['guidance'], { keepdims: 0 }),
    node('Mul', ['text', 'small_time'], ['hint']),
    node('Add', ['hint', 'guidance'], ['shift']),
    node('Add', ['seen', 'shift'], ['out_sample']),
  ],
})

const vaeDecoder: Graph = {
  inputs: [{ name: 'latent_sample', dims: ['batch', latents, 'height', 'width'] }],
  outputs: [{ name: 'sample', dims: ['batch', colors, 'high', 'wide'] }],
  constants: [
    constant('colors', [colors, latents, 1, 1], weights(colors * latents, 0.1)),
    constant('scales', [4], Float32Array.of(1, 1, side, side)),
  ],
  nodes: [
    node('Conv', ['latent_sample', 'colors'], ['small']),
    node('Tanh', ['small'], ['bounded']),
    node('Resize', ['bounded', '', 'scales'], ['sample'], {
      mode: 'nearest',
      coordinate_transformation_mode: 'asymmetric',
      nearest_mode: 'floor',
    }),
  ],
}

const vaeEncoder: Graph = {
  inputs: [{ name: 'sample', dims: ['batch', colors, 'high', 'wide'] }],
  outputs: [{ name: 'latent_sample', dims: ['batch', latents, 'height', 'width'] }],
  constants: [constant('latents', [latents, colors, 1, 1], weights(colors * latents, 2))],
  nodes: [
    node('AveragePool', ['sample'], ['small'], { kernel_shape: [side, side], strides: [side, side] }),
    node('Conv', ['small', 'latents'], ['latent_sample']),
  ],
}

/** Files of a model in the form of LCM Dreamshaper, made of a few small networks. */
export function makeTinyDiffusion({ channels = 8 } = {}): Record<string, Uint8Array | string> {
  return {
    'text_encoder/model.onnx': writeOnnx(textEncoder),
    'unet/model.onnx': writeOnnx(unet(channels)),
    'unet/model.onnx_data': 'no weights',
    'vae_decoder/model.onnx': writeOnnx(vaeDecoder),
    'vae_encoder/model.onnx': writeOnnx(vaeEncoder),
    'tokenizer/merges.txt': clipMerges,
  }
}

/** Writes such a model into a folder. */
export async function writeTinyDiffusion(folder: string, options?: Parameters<typeof makeTinyDiffusion>[0]): Promise<void> {
  for (const [name, content] of Object.entries(makeTinyDiffusion(options))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

const cutterPorts: Pick<Graph, 'inputs' | 'outputs'> = {
  inputs: [{ name: 'input', dims: [1, colors, 'height', 'width'] }],
  outputs: [{ name: 'mask', dims: [1, 1, 'height', 'width'] }],
}

/** A network in the place of ISNet: light parts are the subject. */
export const makeTinyCutter = (): Uint8Array =>
  writeOnnx({ ...cutterPorts, nodes: [node('ReduceMean', ['input'], ['mask'], { axes: [1] })] })

/** A network in the place of ISNet that holds 1.6 GB for a while. */
export function makeHungryCutter(): Uint8Array {
  const waves = Array.from({ length: 6 }, (_, index) => node('Sin', [`large${index}`], [`large${index + 1}`]))
  return writeOnnx({
    ...cutterPorts,
    outputs: [{ name: 'result', dims: [1, 1, 'height', 'width'] }],
    constants: [constant('one', [1], BigInt64Array.of(1n)), constant('size', [1], BigInt64Array.of(200_000_000n))],
    nodes: [
      node('ReduceMean', ['input'], ['mask'], { axes: [1] }),
      node('ReduceMean', ['input'], ['level']),
      node('Reshape', ['level', 'one'], ['single']),
      node('Expand', ['single', 'size'], ['large0']),
      ...waves,
      node('Add', ['large0', 'large6'], ['all']),
      node('ReduceMean', ['all'], ['number'], { keepdims: 0 }),
      node('Mul', ['mask', 'number'], ['result']),
    ],
  })
}
