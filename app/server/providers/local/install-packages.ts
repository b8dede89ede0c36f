import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { fetchPublic } from '../../egress/fetch-public.ts'
import { extractTar } from './extract-tar.ts'
import { InstallError } from './install-error.ts'

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      optional: v.optional(v.boolean(), false),
      dev: v.optional(v.boolean(), false),
    }),
  ),
})

export type InstallPackagesOptions = {
  /** Path of npm's lockfile, which names the version and the integrity of each package. */
  lockFile: string
  /** The optional packages to install: those of this platform. */
  optional: readonly string[]
  /** The folder that gets `node_modules`. */
  into: string
  registry: string
  signal: AbortSignal
  /** Receives the downloaded bytes. */
  onBytes(bytes: number): void
  /** Whether a file is to be installed: its package, and its path in it. */
  keep?(file: string): boolean
  pauseMs?: number
}

const parallel = 4
const attempts = 3
const usualPauseMs = 1_000
const silenceMs = 30_000
const longestBytes = 300_000_000

/**
 * Installs the packages of a lockfile as npm would, without npm: each is compared with its integrity, and no script of a package runs. Throws
 * `InstallError`, or the signal's reason when canceled.
 */
export async function installPackages(options: InstallPackagesOptions): Promise<void> {
  const { packages } = v.parse(lockSchema, JSON.parse(await readFile(options.lockFile, 'utf8')))
  const wanted = Object.entries(packages).flatMap(([path, { version, integrity, optional, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || dev || (optional && !options.optional.includes(name))) return []
    if (version === undefined || integrity === undefined) throw new InstallError('runtime_failed', `The lockfile is incomplete: ${path}`)
    return [{ path, name, version, integrity }]
  })
  if (options.optional.some((name) => !wanted.some((one) => one.name === name)))
    throw new InstallError('no_runtime', `There is no prebuilt runtime for ${process.platform} ${process.arch}.`)
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  let bytes = 0
  const onBytes = (count: number) => options.onBytes((bytes += count))
  async function work(): Promise<void> {
    for (let next = wanted.pop(); next; next = wanted.pop()) await installOne(next, { ...options, signal, onBytes })
  }
  const workers = await Promise.allSettled(
    Array.from({ length: parallel }, () =>
      work().catch((error: unknown) => {
        failing.abort(error)
        throw error
      }),
    ),
  )
  options.signal.throwIfAborted()
  if (workers.some(({ status }) => status === 'rejected')) throw failing.signal.reason
}

type Package = { path: string; name: string; version: string; integrity: string }

async function installOne({ path, name, version, integrity }: Package, options: InstallPackagesOptions): Promise<void> {
  const url = `${options.registry}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`
  const archive = await fetchArchive(url, options)
  const [algorithm = '', expected] = integrity.split(/-(.*)/s)
  if (algorithm !== 'sha512' || createHash('sha512').update(archive).digest('base64') !== expected)
    throw new InstallError('wrong_checksum', `${name} ${version} is not the package that this release names.`)
  await pipeline(
    Readable.from([archive]),
    createGunzip(),
    extractTar(join(options.into, path), (file) => options.keep?.(`${name}/${file}`) !== false),
  )
}

async function fetchArchive(url: string, { registry, signal, onBytes, pauseMs = usualPauseMs }: InstallPackagesOptions): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), silenceMs)
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      const response = await fetchPublic({ ownOrigins: [new URL(registry).origin], follows: true })(url, {
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
      for await (const chunk of response.body) {
        timer.refresh()
        size += chunk.byteLength
        if (size > longestBytes) throw new Error('too large')
        chunks.push(chunk)
        onBytes(chunk.byteLength)
      }
      return Buffer.concat(chunks)
    } catch (error) {
      signal.throwIfAborted()
      onBytes(-size)
      if (attempt === attempts)
        throw new InstallError('runtime_failed', `The runtime could not be downloaded from ${new URL(url).origin}.`, { cause: error })
      await sleep(pauseMs * attempt, undefined, { signal })
    } finally {
      clearTimeout(timer)
    }
  }
}
