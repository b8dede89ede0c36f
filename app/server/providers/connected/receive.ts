import type { RawResult } from '../kinds.ts'
import type { ProducedFile } from '../provider.ts'

export type ReceiveContext = {
  /** For files with unique names; what is returned is moved away from here, what is thrown over must be removed by the receiver. */
  dir: string
  signal: AbortSignal
  /** Origins of the operator's own servers: the only ones whose result URLs may lead to private addresses. */
  ownOrigins: readonly string[]
}

/**
 * Copies a result to this machine and looks at it: type by content, size, decodable; makes posters, thumbnails and peaks. Throws a
 * `ProviderError` of `temporary` where asking the service once more may help, else of another code.
 */
export type ReceiveResult = (
  raw: RawResult,
  options: { kind: 'image' | 'audio' | 'video'; context: ReceiveContext },
) => Promise<ProducedFile>
