import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const entrySchema = v.looseObject({
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  resolved: v.optional(v.string()),
  link: v.optional(v.boolean(), false),
  inBundle: v.optional(v.boolean(), false),
})
const lockSchema = v.object({ packages: v.record(v.string(), entrySchema) })
const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
const { packages } = v.parse(lockSchema, JSON.parse(read('package-lock.json')))
/** The packages that npm downloads. A bundled one is a part of the archive of another package, which has the integrity. */
const downloaded = Object.entries(packages).filter(([path, { link, inBundle }]) => path.startsWith('node_modules/') && !link && !inBundle)

/**
 * Optional packages of other platforms that the registry of the machine that makes the lockfile does not have, in any release, so their
 * integrity is not known (decision 133). The list only gets shorter: an entry that has an integrity has to be removed from it.
 */
const unpublished = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm-gnueabihf',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
]

test('every package of the lockfile has an integrity, which npm compares with what it downloads', () => {
  const without = downloaded.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)
  expect(downloaded.length).toBeGreaterThan(500)
  expect(without).toEqual(unpublished.map((platform) => `node_modules/@napi-rs/webcodecs-${platform}`))
})

test('the app and the engine share one copy of every package', () => {
  expect(packages['node_modules/@quartet/engine']).toMatchObject({ resolved: 'engine', link: true })
  expect(Object.keys(packages).filter((path) => path.startsWith('engine/'))).toEqual([])
})

test('every package of the lockfile is named by its version, and comes from no place of its own', () => {
  expect(downloaded.filter(([, { version, resolved }]) => !/^\d+\.\d+\.\d+/.test(version ?? '') || resolved !== undefined)).toEqual([])
})

test('pnpm installs nothing before it runs a script, and writes no file about the workspaces', () => {
  const { workspaces } = v.parse(v.object({ workspaces: v.array(v.string()) }), JSON.parse(read('package.json')))
  expect(parse(read('pnpm-workspace.yaml'))).toEqual({ verifyDepsBeforeRun: false, packages: workspaces })
})
