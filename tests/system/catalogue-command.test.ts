import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFeed } from '#app/server/doctor/check-feed.ts'
import { whyInEnglish } from '#app/server/doctor/english.ts'
import { readEnv } from '#app/server/env.ts'
import { noModelsFile } from '#app/server/providers/models-file/no-models-file.ts'

let folder: string
const at = (name: string) => join(folder, name)
const run = promisify(execFile)
const command = (...args: string[]) => run(process.execPath, ['scripts/catalogue.ts', ...args])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a publisher makes keys, writes, compares and signs a feed, which the doctor of an installation accepts until it is changed', async () => {
  const { stdout: keys } = await command('keys', at('key.pem'))
  const [, key = ''] = /^MODELS_FEED_KEY=(.*)$/m.exec(keys) ?? []
  await command('new', at('feed.json'))
  expect((await command('check', at('feed.json'))).stdout).toContain('is in order: version 2')
  const source = await readFile(at('feed.json'), 'utf8')
  await writeFile(at('feed.json'), source.replace('"model": "grok-4.7"', '"model": "grok-4.8"').replaceAll('xai/grok-4.7', 'xai/grok-4.8'))
  const { stdout: differences } = await command('diff', at('feed.json'))
  expect(differences).toMatch(/^new +xai\/grok-4\.8$/m)
  expect(differences).toMatch(/^removed +xai\/grok-4\.7$/m)
  await command('sign', at('feed.json'), at('key.pem'))

  const examine = async (more: Record<string, string> = {}) => {
    const finding = await checkFeed(readEnv({ MODELS_FEED: at('feed.json'), MODELS_FEED_KEY: key, ...more }), noModelsFile)
    return [finding.state, whyInEnglish(finding)]
  }
  expect(await examine()).toEqual(['on', expect.stringContaining('the feed has version 2')])
  expect(await examine({ MODELS_FEED: at('none.json') })).toEqual(['wrong', expect.stringContaining('can’t be read')])
  await writeFile(at('feed.json'), source)
  expect(await examine()).toEqual(['wrong', expect.stringContaining('signature doesn’t fit')])
})

test('a feed with a mistake is not signed, and an existing key is not overwritten', async () => {
  await command('keys', at('other.pem'))
  await expect(command('keys', at('other.pem'))).rejects.toMatchObject({ stderr: expect.stringContaining('exists already') })
  const entry = { provider: 'xai', model: 'x', type: 'text', name: 'X', cost: { per_run: 1 }, checked: '2026-11-29' }
  await writeFile(at('bad.json'), JSON.stringify({ format: 1, version: 2, date: '2026-11-29', models: { 'xai/x': entry } }))
  await expect(command('sign', at('bad.json'), at('other.pem'))).rejects.toMatchObject({
    stderr: expect.stringContaining('models → xai/x → source is missing'),
  })
})
