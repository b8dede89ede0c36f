import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOrCreateSecret } from './keys.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartet-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a secret is created once and read again', async () => {
  const folder = await makeFolder()
  const secret = await readOrCreateSecret(folder)
  expect(await readOrCreateSecret(folder)).toBe(secret)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(`${secret}\n`)
})

test('a secret that cannot be read is reported as what was wrong with reading, and never replaced', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'secret'))
  await expect(readOrCreateSecret(folder)).rejects.toMatchObject({ code: 'EISDIR', syscall: 'read' })
})
