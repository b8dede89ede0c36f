import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEndlessFilm } from '#tests/fixtures/make-media.ts'
import { descendantsOf, isRunning } from '#tests/fixtures/server.ts'
import { usageOf } from './usage.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'end-with-parent-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('a process whose parser hangs ends with a server that is killed', async () => {
  const film = join(dir, 'endless.webm')
  await writeFile(film, await makeEndlessFilm())
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
