import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTar, writeTar } from './tar.ts'

const names = ['short', `${'long/'.repeat(40)}name`, 'файл', `${'папка/'.repeat(30)}имя`]
const contentOf = (index: number) => Buffer.alloc([0, 1, 512, 100_000][index] ?? 0, 65 + index)

let dir: string
let archive: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quartet-tar-'))
  archive = join(dir, 'a.tar')
  const stream = createWriteStream(archive)
  const tar = writeTar(stream)
  await tar.folder('empty')
  for (const [index, name] of names.entries()) await tar.file(name, contentOf(index).length, Readable.from([contentOf(index)]))
  await tar.end()
  await finished(stream)
})
afterAll(() => rm(dir, { recursive: true }))

test('an archive is read back with names of any length and script', async () => {
  const found: [string, string][] = []
  for await (const { name, isFolder, content } of readTar(createReadStream(archive, { highWaterMark: 700 }))) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    found.push([isFolder ? `${name}/` : name, Buffer.concat(chunks).toString()])
  }
  expect(found).toEqual([['empty/', ''], ...names.map((name, index) => [name, contentOf(index).toString()])])
})

test('the tar of the system extracts it', async () => {
  execFileSync('tar', ['xf', archive, '-C', dir])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  expect(sizes).toEqual(names.map((_name, index) => contentOf(index).length))
  expect((await stat(join(dir, 'empty'))).isDirectory()).toBe(true)
})

test('a source that is shorter than announced is an error', async () => {
  const stream = createWriteStream(join(dir, 'b.tar'))
  await expect(writeTar(stream).file('a', 10, Readable.from([Buffer.alloc(9)]))).rejects.toThrow('a became shorter')
  stream.end()
  await finished(stream)
})

test('an archive that ends early is an error', async () => {
  const { size } = await stat(archive)
  const cut = createReadStream(archive, { end: size - 60_000 })
  await expect(async () => {
    for await (const { content } of readTar(cut)) for await (const chunk of content) expect(chunk.length).toBeGreaterThan(0)
  }).rejects.toThrow('The archive is damaged or incomplete.')
})
