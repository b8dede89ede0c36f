/** Unpacks the archive of its first argument, `.tgz` or `.tar.bz2`, into the folder of its second, with a package of the runtime of its third. */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extractTar, inside } from './extract-tar.ts'

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const lowPriority = 10
try {
  setPriority(lowPriority)
} catch {
  // A system that forbids it unpacks at the usual priority.
}

const [, , archive = '', folder = '', runtime = ''] = process.argv
const openUnpacker: () => Transform = archive.endsWith('.tgz')
  ? createGunzip
  : createRequire(join(runtime, 'package.json'))('unbzip2-stream')
const source = createReadStream(archive)
const unpacked = source.pipe(openUnpacker())
source.on('error', (error) => unpacked.emit('error', error))
await extractTar(toChunks(unpacked), (name) => inside(folder, name.replace(/^(?:\.\/)?[^/]+\//, '')))
process.exit(0)

/** The package makes streams of an older kind, which cannot be iterated. */
async function* toChunks(stream: NodeJS.EventEmitter & { pause(): unknown; resume(): unknown }): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = []
  let ended = false
  let failure: unknown
  let wake: (() => void) | undefined
  stream.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk)
    stream.pause()
    wake?.()
  })
  stream.on('end', () => {
    ended = true
    wake?.()
  })
  stream.on('error', (error: unknown) => {
    failure = error
    wake?.()
  })
  for (;;) {
    const next = waiting.shift()
    if (next) yield next
    else if (failure !== undefined) throw failure
    else if (ended) return
    else
      await new Promise<void>((resolve) => {
        wake = resolve
        stream.resume()
      })
  }
}
