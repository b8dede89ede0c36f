import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMirror } from '#tests/fakes/model-mirror.ts'
import { downloadFile, type DownloadOptions } from './download-file.ts'

const content = randomBytes(200_000)
const sha256 = createHash('sha256').update(content).digest('hex')

async function open() {
  const dir = await mkdtemp(join(tmpdir(), 'download-'))
  const mirror = await startMirror(content)
  onTestFinished(async () => {
    await mirror[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  })
  const path = join(dir, 'model.gguf')
  const seen: number[] = []
  const cuts: number[] = []
  const download = (options: Partial<DownloadOptions> = {}) =>
    downloadFile({
      url: `${mirror.url}/model.gguf`,
      path,
      bytes: content.byteLength,
      sha256,
      signal: new AbortController().signal,
      onProgress({ bytes }) {
        seen.push(bytes)
        // Only bytes that were read survive a cut.
        if (cuts.includes(bytes)) mirror.cut()
      },
      times: { silenceMs: 5_000, pauseMs: 1, vainAttempts: 3 },
      ...options,
    })
  return { mirror, seen, cuts, download, read: () => readFile(path), names: () => readdir(dir) }
}

test('a file is downloaded, verified and moved into place, and nothing else is left', async () => {
  const { download, read, names, seen } = await open()
  await download()
  expect(Buffer.compare(await read(), content)).toBe(0)
  expect(await names()).toEqual(['model.gguf'])
  expect(seen.at(-1)).toBe(content.byteLength)
})

test('a download continues after cuts where it stopped', async () => {
  const { download, mirror, read, cuts } = await open()
  cuts.push(70_000, 120_000)
  mirror.faults.push({ cutAfter: 70_000 }, { status: 503 }, { cutAfter: 50_000 })
  await download()
  expect(Buffer.compare(await read(), content)).toBe(0)
  expect(mirror.ranges).toEqual([undefined, 'bytes=70000-', 'bytes=70000-', 'bytes=120000-'])
})

test('a canceled download leaves no file in place, and the next one continues it', async () => {
  const { download, mirror, names, read } = await open()
  const stopping = new AbortController()
  mirror.faults.push('slow')
  const canceled = download({ signal: stopping.signal, onProgress: () => stopping.abort() })
  await expect(canceled).rejects.toThrow()
  expect(await names()).toEqual([`model.gguf.${sha256.slice(0, 12)}.part`])
  await download()
  expect(mirror.ranges.at(-1)).toBe('bytes=1000-')
  expect(Buffer.compare(await read(), content)).toBe(0)
})

test('a source without ranges is read again from the start', async () => {
  const { download, mirror, read, cuts } = await open()
  cuts.push(70_000)
  mirror.faults.push({ cutAfter: 70_000 }, 'no_ranges')
  await download()
  expect(Buffer.compare(await read(), content)).toBe(0)
})

test('a silent source is asked again after a while', async () => {
  const { download, mirror, read } = await open()
  mirror.faults.push('silent')
  await download({ times: { silenceMs: 200, pauseMs: 1 } })
  expect(Buffer.compare(await read(), content)).toBe(0)
})

test('a file with another checksum is deleted and never appears in its place', async () => {
  const { download, names } = await open()
  await expect(download({ sha256: 'a'.repeat(64) })).rejects.toMatchObject({ reason: 'wrong_checksum' })
  expect(await names()).toEqual([])
})

test('a file larger than expected is refused', async () => {
  const { download, names } = await open()
  await expect(download({ bytes: 100_000 })).rejects.toMatchObject({ reason: 'wrong_checksum' })
  expect(await names()).not.toContain('model.gguf')
})

test('a missing file, a source that brings nothing and a full disk end the download with the reason', async () => {
  const { download, mirror, names } = await open()
  mirror.faults.push({ status: 404 })
  await expect(download()).rejects.toMatchObject({ reason: 'not_found' })
  expect(await names()).toEqual([])
  mirror.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
  await expect(download()).rejects.toMatchObject({ reason: 'cut' })
  await expect(download({ bytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({ reason: 'disk_full' })
})
