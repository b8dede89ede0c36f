import type { RawResult } from '../kinds.ts'
import type { ProducedFile } from '../provider.ts'

export type ReceiveContext = {
  /** Folder for files with unique names. The caller moves returned files away; after an error the receiver removes them. */
  dir: string
  signal: AbortSignal
  /** Origins of the operator's own servers, the only ones whose result URLs may have private addresses. */
  ownOrigins: readonly string[]
}

/**
 * Downloads a result and checks it: type by content, size, decodable. Makes posters, thumbnails and peaks. Throws a `ProviderError` of
 * `temporary` if another request may help, otherwise of another code.
 */
export type ReceiveResult = (
  raw: RawResult,
  options: { kind: 'image' | 'audio' | 'video'; context: ReceiveContext },
) => Promise<ProducedFile>
