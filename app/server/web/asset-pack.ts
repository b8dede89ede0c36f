import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'

/** The assets of a build in one file: a line of JSON with names and sizes, then the contents. */
const indexSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.number()])))

/** Names of built assets end in a hash of their content. */
const assetName = /^[\w.-]*[\w-]{7}\.(?:js|css|woff2?|ttf|png|svg|webp)$/

/** Whether a path can be that of a built asset. */
export const isAssetPath = (path: string) => path.startsWith('/assets/') && assetName.test(path.slice('/assets/'.length))

const isPacked = (name: string) => assetName.test(name.replace(/\.br$/, ''))

/** Writes the assets of a folder and their Brotli forms into one file. */
export async function packAssets(assets: string, target: string): Promise<void> {
  const names = (await readdir(assets)).filter(isPacked).sort()
  const index = await Promise.all(names.map(async (name): Promise<[string, number]> => [name, (await stat(join(assets, name))).size]))
  async function* content() {
    yield `${JSON.stringify(index)}\n`
    for (const name of names) yield await readFile(join(assets, name))
  }
  await pipeline(Readable.from(content(), { objectMode: false }), createWriteStream(target, { mode: 0o600 }))
}

/** Writes the assets of such a file into a folder. Throws for a file that is none or incomplete. */
export async function unpackAssets(file: string, assets: string): Promise<void> {
  const packed = await readFile(file)
  const end = packed.indexOf('\n')
  const index = v.parse(indexSchema, packed.toString('utf8', 0, Math.max(0, end)))
  const bytes = index.reduce((sum, [, size]) => sum + size, end + 1)
  if (bytes !== packed.length || !index.every(([name]) => isPacked(name))) throw new Error('the assets of a build cannot be read')
  await mkdir(assets, { recursive: true, mode: 0o700 })
  let from = end + 1
  for (const [name, size] of index) {
    await writeFile(join(assets, name), packed.subarray(from, from + size), { mode: 0o600 })
    from += size
  }
}
