import { cpSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { buildsOf, removeOldBuilds, runningServers, switchBuild } from '#app/server/preflight/running.mjs'
import { isFull } from '#tests/fixtures/campaign.ts'
import { startServer } from '#tests/fixtures/server.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Packed files have no address of their own, and are half of a build. */
const isPacked = (path: string) => /\.(?:br|gz)$/.test(path)

/** A checkout whose current build is a copy of this one's. */
async function makeCheckout(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'quartet-switch-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const name of ['app.config.ts', 'package.json']) await cp(join(checkout, name), join(root, name))
  for (const name of ['app', 'engine', 'src', 'node_modules']) await symlink(join(checkout, name), join(root, name))
  await mkdir(buildsOf(root))
  const build = join(buildsOf(root), 'first')
  // The synchronous copy is native code and several times as fast.
  cpSync(await realpath(join(checkout, 'dist')), build, { recursive: true, filter: (path) => !isPacked(path) })
  switchBuild(root, build)
  return root
}

test('a running server delivers the files of its build and new pages after another build has become the current one', async () => {
  const root = await makeCheckout()
  await using server = await startServer({ built: true, root })
  expect(runningServers(root).map(({ pid }) => pid)).toEqual([server.pid])

  const next = join(buildsOf(root), 'next')
  await mkdir(next)
  switchBuild(root, next)
  removeOldBuilds(root)

  const assets = await readdir(join(buildsOf(root), 'first/client/assets'))
  expect(assets.length).toBeGreaterThan(100)
  // One rule serves all files; a full run requests every one.
  const requested = assets.filter((_name, index) => isFull || index % 10 === 0)
  const answers = await Promise.all(
    requested.map(async (name) => {
      const response = await fetch(`${server.url}/assets/${name}`)
      await response.body?.cancel()
      return response.status
    }),
  )
  expect(answers.filter((status) => status !== 200)).toEqual([])
  for (const path of ['/', '/signin', '/legal/terms', '/ru/signin']) expect((await fetch(`${server.url}${path}`)).status).toBe(200)

  await server.kill('SIGTERM')
  removeOldBuilds(root)
  expect(await readdir(buildsOf(root))).toEqual(expect.not.arrayContaining(['first']))
})
