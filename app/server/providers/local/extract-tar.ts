import type { Writable } from 'node:stream'
import { unpackTar } from 'modern-tar/fs'

/**
 * Returns a stream that extracts the files of a tar archive into a folder, without the archive's own first folder, whose name varies. It
 * fails for a damaged archive and for a name that leads out of the folder. Links and devices are never made.
 */
export function extractTar(folder: string, keep: (file: string) => boolean = () => true): Writable {
  return unpackTar(folder, {
    strict: true,
    dmode: 0o700,
    filter: ({ type, name }) => type === 'file' && keep(inner(name)),
    map: (header) => ({ ...header, name: inner(header.name), mode: (header.mode ?? 0) & 0o100 ? 0o755 : 0o644 }),
  })
}

const inner = (name: string) => name.replace(/^(?:\.\/)?[^/]+\//, '')
