import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The part of onnxruntime-node that is used here; the package is installed on demand, so its own types are not there. */
type TensorData = Float32Array | Float16Array | Uint8Array | Int32Array | BigInt64Array
type Tensor = { data: TensorData; dims: readonly number[] }
type Session = {
  inputMetadata: readonly { name: string; type?: string; shape?: readonly (number | string)[] }[]
  outputNames: readonly string[]
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
  release(): Promise<void>
}
type Library = {
  InferenceSession: { create(model: string | Uint8Array, options: object): Promise<Session> }
  Tensor: new (type: string, data: TensorData, dims: readonly number[]) => Tensor
}

export type Feed = { values: Float32Array | readonly number[]; dims: readonly number[] }
export type Network = {
  /** Names of its inputs. */
  inputs: readonly string[]
  /** Runs the network and returns its first output. Inputs that it does not have are left out, and numbers get the type that it wants. */
  run(feeds: Record<string, Feed>): Promise<{ values: Float32Array; dims: readonly number[] }>
  release(): Promise<void>
}
export type OpenNetwork = (model: string | Uint8Array) => Promise<Network>

const writers: Record<string, (values: Feed['values']) => TensorData> = {
  float32: (values) => Float32Array.from(values),
  float16: (values) => Float16Array.from(values),
  int32: (values) => Int32Array.from(values),
  int64: (values) => BigInt64Array.from(Array.from(values, (value) => BigInt(Math.round(value)))),
}

/** Opens the runtime in a folder. Its arena would keep the memory of the largest step. */
export function openOnnxRuntime({ runtime, threads }: { runtime: string; threads: number }): OpenNetwork {
  const library: Library = createRequire(join(runtime, 'package.json'))('onnxruntime-node')
  const options = {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  }
  return async (model) => {
    const session = await library.InferenceSession.create(model, options)
    const { inputMetadata, outputNames } = session
    return {
      inputs: inputMetadata.map(({ name }) => name),
      async run(feeds) {
        const given = inputMetadata.map(({ name, type = 'float32', shape = [] }): [string, Tensor] => {
          const [feed, write] = [feeds[name], writers[type]]
          if (!feed || !write) throw new Error(`the network wants ${name} of the type ${type}`)
          // Exporters differ in whether a single number has a dimension.
          const dims = shape.length === 0 && feed.values.length === 1 ? [] : feed.dims
          return [name, new library.Tensor(type, write(feed.values), dims)]
        })
        const output = (await session.run(Object.fromEntries(given)))[outputNames[0] ?? '']
        if (!output || output.data instanceof BigInt64Array) throw new Error('the network gave no numbers')
        return { values: output.data instanceof Float32Array ? output.data : Float32Array.from(output.data), dims: output.dims }
      },
      release: () => session.release(),
    }
  }
}
