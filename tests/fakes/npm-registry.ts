import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Entry = { name: string; text: string; mode?: string; type?: string }

/** Returns a tar archive with the entries. */
export function makeTar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, text, mode = '644', type = '0' }) => {
    const head = Buffer.alloc(512)
    const body = Buffer.from(text)
    head.write(name, 0)
    head.write(mode.padStart(7, '0'), 100)
    head.write(body.byteLength.toString(8).padStart(11, '0'), 124)
    head.write(type, 156)
    head.write('ustar', 257)
    head.write(' '.repeat(8), 148)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, body, Buffer.alloc((512 - (body.byteLength % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

/** A registry of npm packages, with a lockfile of them in `folder`. `status` makes the next request fail. */
export async function startRegistry(
  folder: string,
  packages: Record<string, { files: readonly Entry[]; optional?: boolean; corrupt?: boolean }>,
) {
  const archives = new Map<string, Buffer>()
  const lock: Record<string, object> = { '': { name: 'a-runtime' } }
  for (const [name, { files, optional, corrupt }] of Object.entries(packages)) {
    const archive = gzipSync(makeTar(files))
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    archives.set(`/${name}/-/${name.slice(name.indexOf('/') + 1)}-1.0.0.tgz`, corrupt ? Buffer.from('another') : archive)
    lock[`node_modules/${name}`] = { version: '1.0.0', integrity, ...(optional && { optional: true }) }
  }
  const lockFile = join(folder, 'package-lock.json')
  await writeFile(lockFile, JSON.stringify({ lockfileVersion: 3, packages: lock }))
  const asked: string[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    const status = statuses.shift()
    const archive = archives.get(path)
    if (status !== undefined || !archive) return void response.writeHead(status ?? 404).end()
    response.end(archive)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    lockFile,
    asked,
    statuses,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
