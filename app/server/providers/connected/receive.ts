import type { RawResult } from '../kinds.ts'
import type { ProducedFile } from '../provider.ts'

export type ReceiveContext = {
  /** For files with unique names. Returned files are moved away from here; on an error the receiver removes them. */
  dir: string
  signal: AbortSignal
  /** Origins of the operator's own servers: the only ones whose result URLs may lead to private addresses. */
  ownOrigins: readonly string[]
}

/**
 * Copies a result to this machine and checks it: type by content, size, decodable; makes posters, thumbnails and peaks. Throws a
 * `ProviderError` of `temporary` if asking the service again may help, else of another code.
 */
export type ReceiveResult = (
  raw: RawResult,
  options: { kind: 'image' | 'audio' | 'video'; context: ReceiveContext },
) => Promise<ProducedFile>
