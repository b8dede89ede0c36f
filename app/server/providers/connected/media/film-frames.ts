import type { RunInput } from '../../kinds.ts'
import { ProviderError } from '../../provider.ts'

export type Frames = { first: Uint8Array | undefined; last: Uint8Array | undefined }

type ReadFramesOptions = {
  read(frame: RunInput): Promise<Uint8Array>
  /** Whether the service can make a film from its last frame alone. */
  lastAlone?: boolean
}

/** Reads the first and the last frame of a film. */
export async function readFrames(inputs: readonly RunInput[], { read, lastAlone = false }: ReadFramesOptions): Promise<Frames> {
  const first = inputs.find(({ role }) => role === 'first_frame')
  const last = inputs.find(({ role }) => role === 'last_frame')
  if (last && !first && !lastAlone) throw new ProviderError('invalid_input', 'a last frame was given without a first one')
  const [begin, end] = await Promise.all([first, last].map((frame) => frame && read(frame)))
  return { first: begin, last: end }
}
