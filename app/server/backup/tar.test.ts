import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTar, writeTar } from './tar.ts'

const names = ['short', `${'long/'.repeat(40)}name`, 'файл', `${'папка/'.repeat(30)}имя`]
const contentOf = (index: number) => Buffer.alloc([0, 1, 512, 100_000][index] ?? 0, 65 + index)

let dir: string
let archive: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quartet-tar-'))
  archive = join(dir, 'a.tar')
  const tar = writeTar()
  const written = writeFile(archive, tar.stream)
  await tar.folder('empty')
  for (const [index, name] of names.entries()) await tar.file(name, contentOf(index).length, Readable.from([contentOf(index)]))
  tar.end()
  await written
})
afterAll(() => rm(dir, { recursive: true }))

async function list(stream: Readable): Promise<[string, string][]> {
  const found: [string, string][] = []
  for await (const { header, body } of readTar(stream)) found.push([header.name, await text(body)])
  return found
}

test('an archive is read back with names of any length and script', async () => {
  const found = await list(createReadStream(archive, { highWaterMark: 700 }))
  expect(found).toEqual([['empty/', ''], ...names.map((name, index) => [name, contentOf(index).toString()])])
})

test('the tar of the system extracts it', async () => {
  execFileSync('tar', ['xf', archive, '-C', dir])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  expect(sizes).toEqual(names.map((_name, index) => contentOf(index).length))
  expect((await stat(join(dir, 'empty'))).isDirectory()).toBe(true)
})

test('a source that is shorter than announced is an error', async () => {
  await expect(writeTar().file('a', 10, Readable.from([Buffer.alloc(9)]))).rejects.toThrow('a became shorter')
})

test('a reader that stops makes the next write fail', async () => {
  const tar = writeTar()
  tar.stream.destroy()
  await expect(tar.file('a', 20_000_000, Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1_000_000))))).rejects.toThrow()
})

const whole = () => readFile(archive)
/** Changes the header of the first file, and makes its checksum valid again. */
function changed(bytes: Buffer, at: number, field: string): Buffer {
  const header = bytes.subarray(512, 1_024)
  header.write(field, at)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
test.each<[string, () => Promise<Buffer>]>([
  ['ends within a file', async () => (await whole()).subarray(0, -60_000)],
  ['ends before its last block', async () => (await whole()).subarray(0, -512)],
  ['is empty', async () => Buffer.alloc(0)],
  ['has a changed header', async () => (await whole()).fill(66, 520, 521)],
  ['announces more bytes than follow', async () => changed(await whole(), 124, '77777777777')],
  ['has a size that is no number', async () => changed(await whole(), 124, '9999')],
  ['has a larger list of attributes than any name needs', async () => changed(changed(await whole(), 156, 'x'), 124, '00077777777')],
])('an archive that %s is an error', async (_name, make) => {
  await expect(list(Readable.from(await make(), { objectMode: false }))).rejects.toThrow('The archive is damaged or incomplete.')
})
