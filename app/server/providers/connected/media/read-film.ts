import { readFile } from 'node:fs/promises'
import { ProviderError } from '../../provider.ts'
import { type RunInput } from '../../kinds.ts'

/** Reads a film as a data URI. Its size and length were checked before the run. */
export async function readFilm({ mediaType, path }: RunInput): Promise<string> {
  if (!mediaType.startsWith('video/')) throw new ProviderError('invalid_input', 'a model was given a file that is no film')
  return `data:${mediaType};base64,${(await readFile(path)).toString('base64')}`
}
