import { fetchPublic } from '../../egress/fetch-public.ts'
import { maskAddress } from '../../egress/mask-address.ts'
import { InstallError } from './install-error.ts'

const longestPointer = 1_000
const patienceMs = 30_000

/** Reads a Git LFS pointer: a few lines that state the SHA-256 and the size of a file. Throws `InstallError`, or the signal's reason. */
export async function readPointer(url: string, signal: AbortSignal): Promise<{ sha256: string; bytes: number }> {
  const text = await readText(url, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof InstallError) throw error
    throw new InstallError('cut', `The checksum could not be read from ${new URL(url).origin}.`, { cause: error })
  })
  const sha256 = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1]
  const bytes = Number(/^size (\d{1,15})$/m.exec(text)?.[1])
  if (sha256 === undefined || !Number.isSafeInteger(bytes) || bytes === 0)
    throw new InstallError('not_found', `The source does not state the checksum of the file (${maskAddress(url)}).`)
  return { sha256, bytes }
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetchPublic({ ownOrigins: [new URL(url).origin], follows: true })(url, { signal })
  if (!response.ok) throw new InstallError('not_found', `The source does not state the checksum of the file (HTTP ${response.status}).`)
  const declared = Number(response.headers.get('content-length') ?? 0)
  // A source without pointers would send the file itself.
  if (declared > longestPointer) {
    await response.body?.cancel()
    return ''
  }
  return response.text()
}
