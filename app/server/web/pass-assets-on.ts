import type { MiddlewareHandler } from 'hono'
import { proxy } from 'hono/proxy'
import { isAssetPath } from './asset-pack.ts'

/** Milliseconds for which an asset that the API does not have is not asked for again, and how many are remembered. */
const absentMs = 30_000
const maxAbsent = 1_000
const patienceMs = 15_000

/** Passes requests for assets that are not in this build on to the API, which has the file storage with those of other builds. */
export function passAssetsOn(moveToApi: (url: string) => string, now = () => performance.now()): MiddlewareHandler {
  const absent = new Map<string, number>()
  return async (context, next) => {
    const { path, url } = context.req
    if (!isAssetPath(path) || (absent.get(path) ?? 0) > now()) return next()
    // Nothing of the request but its name: the answer is the same for everybody.
    const signal = AbortSignal.timeout(patienceMs)
    const response = await proxy(moveToApi(url), { signal }).catch(() => undefined)
    if (response?.ok) return response
    await response?.body?.cancel()
    if (absent.size >= maxAbsent) absent.clear()
    absent.set(path, now() + absentMs)
    return next()
  }
}
