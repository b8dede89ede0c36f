import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEndlessFilm } from '#tests/fixtures/make-media.ts'
import { descendantsOf, isRunning } from '#tests/fixtures/processes.ts'
import { openInspection } from './open-inspection.ts'
import { usageOf } from './usage.ts'

let dir: string
let film: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inspection-processes-'))
  film = join(dir, 'endless.webm')
  await writeFile(film, await makeEndlessFilm())
})
afterAll(() => rm(dir, { recursive: true }))

test('a process whose parser hangs ends with a server that is killed', async () => {
  const program = fileURLToPath(new URL('./inspection.test-process.ts', import.meta.url))
  const server = spawn(process.execPath, [program, film], { stdio: 'ignore' })
  const { pid } = server
  if (pid === undefined) throw new Error('the process did not start')
  try {
    // The child has started its parser once it has taken more time than its start needs.
    await expect.poll(() => descendantsOf(pid).some((child) => (usageOf(child.pid)?.cpuMs ?? 0) > 1_200)).toBe(true)
    const children = descendantsOf(pid)
    server.kill('SIGKILL')
    await expect.poll(() => children.filter(isRunning)).toEqual([])
  } finally {
    server.kill('SIGKILL')
  }
})

test('a file whose process is ended from outside gets another one, and is refused if that ends too', async () => {
  const inspection = openInspection({ limits: { quick: { stuckMs: 600_000, cpuMs: 600_000, wallMs: 600_000 } } })
  // Files before this one, in the same worker, may have processes that are still ending.
  const ended = new Set(descendantsOf(process.pid).map(({ pid }) => pid))
  const outcome = inspection.run('measureMedia', { path: film }).catch((error: unknown) => error)
  const fresh = () => descendantsOf(process.pid).filter(({ pid }) => !ended.has(pid) && (usageOf(pid)?.cpuMs ?? 0) > 1_200)
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect.poll(() => fresh().length).toBe(1)
    for (const { pid } of fresh()) {
      ended.add(pid)
      process.kill(pid, 'SIGKILL')
    }
  }
  expect(await outcome).toMatchObject({ reason: 'damaged', message: 'measureMedia: SIGKILL' })
  inspection.close()
})
