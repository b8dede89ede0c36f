import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const errnoIo = 29

/** A file system for PGlite that passes fsync on. PGlite's own ignores it, so that a power cut loses commits. */
export class DurableNodeFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun ??= []
    result.emscriptenOpts.preRun.unshift((module) => {
      Object.assign(streamOperations(module.NODEFS), {
        fsync({ nfd }: { nfd: number }) {
          try {
            fsyncSync(nfd)
            return 0
          } catch (error) {
            // Folders and pipes return EINVAL, which PostgreSQL accepts.
            return error instanceof Error && 'code' in error && error.code === 'EINVAL' ? 0 : errnoIo
          }
        },
      })
    })
    return result
  }
}

function streamOperations(fileSystem: object): object {
  if ('stream_ops' in fileSystem && typeof fileSystem.stream_ops === 'object' && fileSystem.stream_ops) return fileSystem.stream_ops
  throw new Error('This version of PGlite has no file system operations where they are expected.')
}

/**
 * PGlite's start parameters without -F, which would turn fsync off. Random reads cost about as much as others: the database is small enough
 * to stay in memory, and PostgreSQL's default is for turning disks.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
  '-c',
  'random_page_cost=1.1',
]
