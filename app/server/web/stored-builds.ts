import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { keyOfBuild, listBuilds, type StoredBuild } from '../storage/build-keys.ts'
import type { Storage } from '../storage/storage.ts'
import { isAssetPath, packAssets, unpackAssets } from './asset-pack.ts'
import { serveBuiltFiles } from './built-files.ts'

/** Builds whose assets stay in the storage: the own one and the two before it. */
const kept = 3
/** Milliseconds between looks into the storage for an asset that is in no known build. */
const lookEveryMs = 30_000
/** Milliseconds that a request waits for a look. */
const patienceMs = 10_000

/** Several processes that start at once may each have stored the same build. */
const latestOthers = (builds: readonly StoredBuild[], own: string) =>
  [...new Set(builds.map(({ id }) => id))].filter((id) => id !== own).slice(0, kept - 1)

const buildSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.pipe(v.string(), v.regex(/^[0-9a-z][\w-]{0,99}$/i)) }))

export type StoredBuildsOptions = {
  storage: Storage
  /** The folder of the own build. */
  buildDir: string
  /** Where the assets of other builds are unpacked. */
  folder: string
  logger: Pick<Logger, 'warn' | 'info'>
  now?: () => number
}

export type StoredBuilds = {
  /** Stores the assets of the own build, and deletes those of builds that are too old. */
  publish(): Promise<void>
  /** Serves the assets of other builds. */
  serve: MiddlewareHandler
}

/**
 * Keeps the assets of builds in the file storage, for pages that are open while the containers are replaced: they load parts from the
 * servers of another build. A build is one file, so that it is there as a whole or not at all, and looking for an asset costs no request.
 */
export function openStoredBuilds({ storage, buildDir, folder, logger, now = () => performance.now() }: StoredBuildsOptions): StoredBuilds {
  const readOwn = async () => v.parse(buildSchema, await readFile(join(buildDir, 'client/builds/latest.json'), 'utf8')).id
  let known: string[] = []
  let serveKnown = serveBuiltFiles([])
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const own = await readOwn()
    const builds = await listBuilds(storage)
    const ids = latestOthers(builds, own)
    if (ids.join() === known.join()) return
    for (const build of builds) if (ids.includes(build.id)) await unpack(build)
    serveKnown = serveBuiltFiles(ids.map((id) => join(folder, id)))
    known = ids
    const old = (await readdir(folder).catch(() => [])).filter((name) => !ids.includes(name) && !name.startsWith('draft-'))
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  }

  async function unpack({ id, key }: StoredBuild): Promise<void> {
    if (existsSync(join(folder, id))) return
    const draft = join(folder, `draft-${randomUUID()}`)
    try {
      await using packed = await storage.openLocal(key)
      await unpackAssets(packed.path, join(draft, 'assets'))
      // Appears as a whole; another process may have been faster.
      await rename(draft, join(folder, id)).catch((error: unknown) => {
        if (!existsSync(join(folder, id))) throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }

  const lookOnce = () =>
    (looking ??= look()
      .catch((error: unknown) => logger.warn({ err: error }, 'the assets of other builds could not be read'))
      .finally(() => {
        looking = undefined
        lookedAt = now()
      }))

  return {
    async publish() {
      const own = await readOwn()
      const builds = await listBuilds(storage)
      if (!builds.some(({ id }) => id === own)) {
        await using packed = storage.openTemp()
        await packAssets(join(buildDir, 'client/assets'), packed.path)
        const { bytes } = await storage.putFile(keyOfBuild(own), packed.path)
        logger.info({ build: own, bytes }, 'the assets of this build are stored')
      }
      const wanted = [own, ...latestOthers(builds, own)]
      for (const { id, key } of builds) if (!wanted.includes(id)) await storage.delete(key)
    },
    async serve(context, next) {
      if (!isAssetPath(context.req.path)) return next()
      const find = () => serveKnown(context, async () => undefined)
      const found = await find()
      if (found) return found
      if (now() - lookedAt < lookEveryMs) return next()
      await Promise.race([lookOnce(), sleep(patienceMs, undefined, { ref: false })])
      return (await find()) ?? next()
    },
  }
}
