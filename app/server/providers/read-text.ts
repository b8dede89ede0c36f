import { ProviderError } from './provider.ts'

/** Reads the text of a response; rejects if it has more bytes than `most`. */
export async function readText({ body }: Response, most: number): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > most) throw new ProviderError('temporary', 'the answer had no end')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
