import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openOutbox } from './outbox.ts'

let dataDir: string
const logger = { info: vi.fn() }

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quartet-outbox-'))
  logger.info.mockClear()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a mail becomes a file that only its owner may read', async () => {
  await openOutbox({ dataDir, logger }).send({
    to: 'ann@example.com',
    subject: 'Новый пароль',
    text: 'Ссылка:\n\nhttps://quartet.example/?token=t0k3n',
  })
  const [file = ''] = await readdir(join(dataDir, 'outbox'))
  const path = join(dataDir, 'outbox', file)
  expect(file).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const [head = '', ...body] = (await readFile(path, 'utf8')).split('\n\n')
  expect(head).toContain('To: ann@example.com\nSubject: Новый пароль\n')
  expect(body.join('\n\n')).toBe('Ссылка:\n\nhttps://quartet.example/?token=t0k3n\n')
})

test('the log names the file and tells nothing of the mail', async () => {
  await openOutbox({ dataDir, logger }).send({ to: 'ann@example.com', subject: 'Hello', text: 'https://quartet.example/?token=t0k3n' })
  const [file] = await readdir(join(dataDir, 'outbox'))
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({ file }, expect.any(String))
  expect(JSON.stringify(logger.info.mock.calls)).not.toMatch(/t0k3n|ann@|Hello/)
})

test('mails sent together are separate files', async () => {
  const outbox = openOutbox({ dataDir, logger })
  await Promise.all(Array.from({ length: 10 }, (_, index) => outbox.send({ to: 'ann@example.com', subject: `${index}`, text: '' })))
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(10)
})

test('a line break cannot begin another header', async () => {
  await openOutbox({ dataDir, logger }).send({
    to: 'ann@example.com\nBcc: eve@example.com',
    subject: 'a\r\nBcc: eve@example.com',
    text: '',
  })
  const [file = ''] = await readdir(join(dataDir, 'outbox'))
  expect(await readFile(join(dataDir, 'outbox', file), 'utf8')).not.toMatch(/^Bcc:/m)
})
