import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { openOutbox } from './outbox.ts'

let dataDir: string
const logger = { info: vi.fn() }
const from = 'Quartet <no-reply@quartet.example>'
const link = 'https://quartet.example/?token=t0k3n'
const mail = {
  to: 'ann@example.com',
  subject: 'Новый пароль',
  text: `Ссылка:\n\n${link}`,
  html: `<p>Ссылка: <a href="${link}">вот</a></p>`,
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quartet-outbox-'))
  logger.info.mockClear()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const open = () => openOutbox({ dataDir, from, logger })

async function written(): Promise<string> {
  const [file = ''] = await readdir(join(dataDir, 'outbox'))
  return readFile(join(dataDir, 'outbox', file), 'utf8')
}

test('an email becomes a file that only its owner may read, and that any mail program opens', async () => {
  await open().send(mail)
  const [file = ''] = await readdir(join(dataDir, 'outbox'))
  expect(file).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/)
  expect((await stat(join(dataDir, 'outbox', file))).mode & 0o777).toBe(0o600)
  const { headers, text, html } = readMail(await written())
  expect(headers).toMatchObject({
    from,
    to: 'ann@example.com',
    subject: 'Новый пароль',
    'mime-version': '1.0',
    'auto-submitted': 'auto-generated',
    'message-id': expect.stringMatching(/@quartet\.example>$/),
    date: expect.any(String),
  })
  expect(text).toBe(mail.text)
  expect(html).toBe(mail.html)
})

test('the log names the file and contains nothing of the email', async () => {
  await open().send(mail)
  const [file] = await readdir(join(dataDir, 'outbox'))
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({ file }, expect.any(String))
  expect(JSON.stringify(logger.info.mock.calls)).not.toMatch(/t0k3n|ann@|пароль/)
})

test('emails sent together are separate files', async () => {
  const outbox = open()
  await Promise.all(Array.from({ length: 10 }, (_, index) => outbox.send({ ...mail, subject: `${index}` })))
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(10)
})

test('a line break or a comma cannot start another header or name another recipient', async () => {
  await open().send({ ...mail, to: 'ann@example.com\nBcc: eve@example.com', subject: 'a\r\nBcc: eve@example.com' })
  expect(await written()).not.toMatch(/^(?:Bcc|Cc):/im)
  await rm(join(dataDir, 'outbox'), { recursive: true })
  await open().send({ ...mail, to: 'ann@example.com, eve@example.com' })
  expect(await written()).not.toMatch(/^To:.*[^"<]eve@example\.com>?\s*$/m)
})

test('closing waits for the emails that are being written', async () => {
  const outbox = open()
  const sending = Array.from({ length: 10 }, () => outbox.send(mail))
  await outbox.close()
  const files = await readdir(join(dataDir, 'outbox'))
  expect(files.filter((file) => !file.startsWith('.'))).toHaveLength(10)
  await Promise.all(sending)
})
