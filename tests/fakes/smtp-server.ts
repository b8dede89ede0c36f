import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; source: string }

export type FakeSmtpOptions = {
  /** Required before any email is accepted. */
  credentials?: { user: string; pass: string }
  /** Offers STARTTLS with a certificate that nobody trusts. */
  startTls?: boolean
  /** The reply to every sender. */
  senderReply?: { code: number; text: string }
}

/** A real SMTP server on this machine that stores the emails it receives. */
export async function openSmtpServer({ credentials, startTls = false, senderReply }: FakeSmtpOptions = {}) {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  let asked = 0
  const server = new SMTPServer({
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    authOptional: !credentials,
    onAuth({ username, password }, _session, answer) {
      if (username === credentials?.user && password === credentials?.pass) answer(null, { user: username })
      else answer(Object.assign(new Error('Who are you, ann@example.com?'), { responseCode: 535 }))
    },
    onMailFrom(_address, _session, answer) {
      answer(senderReply && Object.assign(new Error(senderReply.text), { responseCode: senderReply.code }))
    },
    onData(stream, session, answer) {
      asked += 1
      let source = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (source += chunk))
      stream.on('end', () => {
        const code = refusals.shift()
        if (code !== undefined) return answer(Object.assign(new Error('Not now, ann@example.com'), { responseCode: code }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        return answer()
      })
    },
  })
  // A client that disconnects in the middle is no failure of the server.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const login = credentials ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@` : ''
  return {
    url: `smtp://${login}127.0.0.1:${address.port}`,
    received,
    /** Rejects the next emails with these codes. */
    refuse: (...codes: number[]) => void refusals.push(...codes),
    /** Returns the number of emails sent to it, accepted or not. */
    tries: () => asked,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
