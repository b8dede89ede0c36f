import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { readReleased, releasedFile } from './contract.ts'

const root = join(import.meta.dirname, '../..')

/** Returns the commit of a release: its tag, or the commit that recorded it. */
function commitOf(version: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit =
    git('for-each-ref', '--format=%(objectname)', `refs/tags/v${version}`) ||
    git('log', '-1', '--diff-filter=A', '--format=%H', '--', releasedFile(version))
  if (!commit) throw new Error(`The history of this checkout does not contain ${version}: run \`git fetch --unshallow --tags\``)
  return commit
}

const lockSchema = v.object({ packages: v.record(v.string(), v.looseObject({ version: v.optional(v.string()) })) })

/** The packages of a lockfile, without the version of the app. */
function packagesOf(folder: string): string {
  const { packages } = v.parse(lockSchema, JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')))
  return JSON.stringify({ ...packages, '': { ...packages[''], version: '' } })
}

/** Links the packages of this checkout into another folder, which keeps its own engine. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@quartet'), { recursive: true })
  symlinkSync('../../engine', join(folder, 'node_modules/@quartet/engine'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@quartet') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

/**
 * Builds the last recorded release from the history of this repository, and returns its version and folder, which is used again. Its packages
 * are those of this checkout if both lockfiles name the same ones.
 */
export async function buildReleased(): Promise<{ version: string; folder: string }> {
  const { version } = readReleased()
  const commit = commitOf(version)
  const folder = join(tmpdir(), 'quartet-releases', commit.slice(0, 12))
  const stamp = join(folder, '.built')
  // The packages are a link, whose checkout may be gone.
  if (existsSync(stamp) && existsSync(join(folder, 'node_modules'))) return { version, folder }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Lingui behaves differently in tests.
  const env = { ...process.env, NODE_ENV: '' }
  // Both take minutes, in which the event loop of the test goes on.
  const run = async (command: string, args: readonly string[]) => {
    const [code] = await once(spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
    if (code !== 0) throw new Error(`${command} ended with exit code ${String(code)} in ${folder}`)
  }
  execFileSync('tar', ['-x'], { cwd: folder, input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 }) })
  if (packagesOf(folder) === packagesOf(root)) linkPackages(folder)
  else await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])
  await run(process.execPath, ['--input-type=module', '--eval', `(await import('./scripts/prepare.mjs')).build()`])
  writeFileSync(stamp, '')
  return { version, folder }
}
