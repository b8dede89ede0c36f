import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openSmtpServer } from '#tests/fakes/smtp-server.ts'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { writePasswordMail } from './password-mail.ts'
import { describeError } from '../logger.ts'
import { checkSmtp, openSmtp } from './smtp.ts'

const from = 'Quartet <no-reply@quartet.example>'
const mail = writePasswordMail({
  to: 'ann@example.com',
  locale: 'ru',
  siteUrl: 'https://quartet.example',
  token: 't0k3n'.padEnd(43, '_'),
  maxAge: 3600,
})

function open(url: string) {
  const mailer = openSmtp({ url, from, waits: [1, 1] })
  onTestFinished(() => mailer.close())
  return mailer
}

async function openServer(options?: Parameters<typeof openSmtpServer>[0]) {
  const server = await openSmtpServer(options)
  onTestFinished(() => server.close())
  return server
}

test('an email arrives whole at a server without STARTTLS: text and HTML, its recipient and its Russian subject', async () => {
  const server = await openServer()
  await open(server.url).send(mail)
  expect(server.received).toMatchObject([{ from: 'no-reply@quartet.example', to: ['ann@example.com'] }])
  const { headers, text, html } = readMail(server.received[0]?.source ?? '')
  expect(headers).toMatchObject({ from, to: 'ann@example.com', subject: 'Новый пароль для Quartet' })
  expect(text).toBe(mail.text.trim())
  expect(html).toBe(mail.html.trim())
})

test('a server that requires a name and a password gets those of SMTP_URL', async () => {
  const server = await openServer({ credentials: { user: 'quartet@example.com', pass: 'p@ss:w/rd' } })
  await open(server.url).send(mail)
  expect(server.received).toHaveLength(1)
  const { host } = new URL(server.url)
  await expect(open(`smtp://quartet%40example.com:wrong@${host}`).send(mail)).rejects.toMatchObject({ responseCode: 535 })
  expect(server.received).toHaveLength(1)
})

test('requireTLS in SMTP_URL sends nothing in the clear', async () => {
  const server = await openServer()
  await expect(open(`${server.url}?requireTLS=true`).send(mail)).rejects.toMatchObject({ code: 'ETLS' })
  expect(server.tries()).toBe(0)
})

const credentials = { user: 'quartet@example.com', pass: 'p@ss' }

test.each<[string, Parameters<typeof openSmtpServer>[0], (url: string) => string, RegExp, boolean]>([
  [
    'a certificate that nobody trusts',
    { startTls: true },
    (url) => url,
    /certificate of the mail server isn’t trusted \(\w*CERT\w*\)/,
    true,
  ],
  [
    'a wrong password',
    { credentials },
    (url) => url.replace('p%40ss', 'wr%40ng'),
    /doesn’t accept the name and password in SMTP_URL.* \(535 Who are you, \*\*\*/,
    true,
  ],
  ['no password', { credentials }, (url) => `smtp://${new URL(url).host}`, /name and password in SMTP_URL, or requires them \(530 /, false],
  [
    'a wrong sender',
    { senderReply: { code: 553, text: 'Sender no-reply@quartet.example rejected: not owned by user' } },
    (url) => url,
    /doesn’t accept the sender \(553 Sender \*\*\* rejected.*MAIL_FROM/,
    false,
  ],
  ['smtps at a port without TLS', {}, (url) => url.replace('smtp:', 'smtps:'), /doesn’t start with TLS at this port/, true],
  ['STARTTLS that is required and missing', {}, (url) => `${url}?requireTLS=true`, /offers no STARTTLS/, true],
  ['a server that is not there', {}, () => 'smtp://127.0.0.1:1', /doesn’t answer \(ECONNREFUSED\)/, true],
])(
  'a mail server that refuses is explained in the log, and by the check where no email is needed: %s',
  async (_name, server, change, words, isChecked) => {
    const url = change((await openServer(server)).url)
    const error: unknown = await open(url)
      .send(mail)
      .catch((one: unknown) => one)
    expect(describeError(error)).toMatchObject({ message: expect.stringMatching(words) })
    const problem = await checkSmtp(url)
    const sentence = problem?.text.message.replace('{reply}', problem.values.reply)
    if (isChecked) expect(sentence).toMatch(words)
    else expect(sentence).toBeUndefined()
    expect(`${JSON.stringify(describeError(error))} ${sentence}`).not.toMatch(/@|wr%40ng/)
  },
)

test('a sign-in that works is no problem, and no email is sent for the check', async () => {
  const server = await openServer({ credentials })
  expect(await checkSmtp(server.url)).toBeUndefined()
  expect(server.tries()).toBe(0)
})

test('a temporary refusal (4xx) is retried, and the email is sent once', async () => {
  const server = await openServer()
  server.refuse(451, 421)
  await open(server.url).send(mail)
  expect(server.received).toHaveLength(1)
  expect(server.tries()).toBe(3)
})

test('an email is given up after three attempts', async () => {
  const server = await openServer()
  server.refuse(451, 451, 451)
  await expect(open(server.url).send(mail)).rejects.toMatchObject({ responseCode: 451 })
  expect(server.tries()).toBe(3)
})

test('a permanent refusal (5xx) is not retried', async () => {
  const server = await openServer()
  server.refuse(550)
  await expect(open(server.url).send(mail)).rejects.toMatchObject({ responseCode: 550 })
  expect(server.tries()).toBe(1)
})

test('a server that is down is tried three times', async () => {
  let calls = 0
  const door = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => {
    door.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void door.close())
  const address = door.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(open(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toThrow()
  expect(calls).toBe(3)
})

test('closing the mailer does not wait for another attempt', async () => {
  const server = await openServer()
  server.refuse(451)
  const mailer = openSmtp({ url: server.url, from, waits: [60_000, 60_000] })
  const outcome = mailer.send(mail).then(
    () => 'sent',
    (error: unknown) => (error instanceof Error ? error.name : 'given up'),
  )
  await expect.poll(server.tries).toBe(1)
  await mailer.close()
  expect(await outcome).toBe('AbortError')
})
