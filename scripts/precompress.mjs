// Compresses the files of a build, whose folder is the argument, ahead of time at the highest level.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(process.argv[2] ?? '', 'client/')
const compressible = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/
/** Size in bytes below which the headers outweigh the savings. */
const minBytes = 1024

for (const name of await readdir(root, { recursive: true })) {
  if (!compressible.test(name)) continue
  const bytes = await readFile(root + name)
  if (bytes.length < minBytes) continue
  await writeFile(
    `${root}${name}.br`,
    await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  )
  await writeFile(`${root}${name}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
