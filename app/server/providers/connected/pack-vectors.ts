import { ProviderError } from '../provider.ts'

const bytesOfANumber = 4

/** Joins the vectors of a response in the form in which programs get them. Rejects one that does not fit its texts. */
export function packVectors(
  vectors: readonly (readonly number[])[],
  { model, texts }: { model: string; texts: number },
): Uint8Array<ArrayBuffer> {
  const length = vectors[0]?.length ?? 0
  const fits =
    vectors.length === texts && length > 0 && vectors.every((vector) => vector.length === length && vector.every(Number.isFinite))
  if (!fits) throw new ProviderError('temporary', `${model}: ${vectors.length} vectors of ${length} numbers for ${texts} texts`)
  const packed = new DataView(new ArrayBuffer(texts * length * bytesOfANumber))
  let at = 0
  for (const vector of vectors) {
    for (const number of vector) {
      packed.setFloat32(at, number, true)
      at += bytesOfANumber
    }
  }
  return new Uint8Array(packed.buffer)
}
