import * as v from 'valibot'
import { config } from '#config'
import type { ApiTransport } from '../api-client/transport.ts'
import type { PageVersion } from './page-cache.ts'

/** The version of a process that serves the API too: it hears of every change. */
export const localVersion = (stamp: () => number): PageVersion => ({ known: stamp, read: async () => stamp() })

const askEveryMs = 1_000
const answerSchema = v.object({ version: v.number() })

/** Asks an API in another process for the version of its prices, at most once a second. While it does not answer, the last one holds. */
export function remoteVersion(transport: ApiTransport, now: () => number = Date.now): PageVersion {
  let last = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<number> | undefined

  async function ask(): Promise<number> {
    try {
      const response = await transport(new Request(`http://api.internal${config.api.basePath}/v1/token-packs`), {
        clientAddress: undefined,
      })
      const answer = v.safeParse(answerSchema, await response.json())
      if (answer.success) last = answer.output.version
    } catch {
      // The page itself reports an API that does not answer.
    } finally {
      askedAt = now()
      asking = undefined
    }
    return last
  }

  return {
    known: () => (now() - askedAt < askEveryMs ? last : null),
    read: () => (asking ??= ask()),
  }
}
