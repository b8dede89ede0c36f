/** Unpacks the archive of its first argument, `.tgz` or `.tar.bz2`, into the folder of its second, with a package of the runtime of its third. */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extractTar } from './extract-tar.ts'

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
// The package makes streams of an older kind, and errors of the source do not reach them.
const unpacked = source.pipe(openUnpacker())
source.on('error', (error) => unpacked.emit('error', error))
await pipeline(new Readable().wrap(unpacked), extractTar(folder))
process.exit(0)
