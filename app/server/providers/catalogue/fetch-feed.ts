import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { readText } from '../read-text.ts'
import type { FeedFailure } from './feed.ts'

const withinMs = 20_000
/** Bytes of a feed, of which the catalogue of a release has a hundredth. */
export const longestFeedBytes = 8 * 1024 * 1024
const longestSignatureBytes = 1_024

export type FetchedFeed = { content: string; signature: string }

/** Reads a feed and its signature, which is beside it under the same name with `.sig`. Redirects are not followed. */
export async function fetchFeed(address: string): Promise<FetchedFeed | FeedFailure> {
  const signal = AbortSignal.timeout(withinMs)
  const content = await read(address, { longest: longestFeedBytes, signal })
  if (typeof content !== 'string') return content
  const signature = await read(signatureAddress(address), { longest: longestSignatureBytes, signal })
  if (typeof signature === 'string') return { content, signature }
  return signature.code === 'unreachable' || signature.code === 'too_large' ? { code: 'unsigned' } : signature
}

const isWeb = (address: string) => /^https?:/.test(address)

export function signatureAddress(address: string): string {
  if (!isWeb(address)) return `${address}.sig`
  const url = new URL(address)
  url.pathname += '.sig'
  return url.href
}

type Limits = { longest: number; signal: AbortSignal }

const read = (address: string, limits: Limits): Promise<string | FeedFailure> =>
  isWeb(address) ? download(address, limits) : readLocal(address.startsWith('file:') ? fileURLToPath(address) : address, limits)

async function download(address: string, { longest, signal }: Limits): Promise<string | FeedFailure> {
  try {
    const answer = await fetchWithin([new URL(address).origin])(address, { redirect: 'manual', signal })
    if (answer.ok)
      return await readText(answer, longest).catch(() => ({ code: signal.aborted ? ('unreachable' as const) : ('too_large' as const) }))
    await answer.body?.cancel().catch(() => undefined)
    return { code: answer.status >= 300 && answer.status < 400 ? 'redirected' : 'unreachable' }
  } catch {
    return { code: 'unreachable' }
  }
}

async function readLocal(path: string, { longest }: Limits): Promise<string | FeedFailure> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    return size > longest ? { code: 'too_large' } : await file.readFile('utf8')
  } catch {
    return { code: 'unreachable' }
  }
}
