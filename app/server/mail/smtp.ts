import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { composeMail } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with the name and password in it where the server wants them. */
  url: string
  from: string
  /** Milliseconds before the second and the third try. */
  waits?: readonly number[]
}

const secondsOf = (seconds: number) => seconds * 1000
/** How long the end of the process waits for mails under way. */
const farewell = secondsOf(5)

/**
 * Mails over SMTP. What may pass (no connection, a 4xx) is tried three times in all, inside this process: a queue would have to keep
 * the links of the mails, which sign people in.
 */
export function openSmtp({ url, from, waits = [secondsOf(2), secondsOf(15)] }: SmtpOptions): Mailer & { close(): Promise<void> } {
  const transport = createTransport({
    url,
    connectionTimeout: secondsOf(10),
    greetingTimeout: secondsOf(10),
    socketTimeout: secondsOf(30),
  })
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliver(mail: Parameters<Mailer['send']>[0]): Promise<void> {
    const message = composeMail(mail, from)
    for (const wait of waits) {
      try {
        await transport.sendMail(message)
        return
      } catch (error) {
        if (!mayPass(error)) throw error
      }
      await sleep(wait, undefined, { signal: closing.signal, ref: false })
    }
    await transport.sendMail(message)
  }

  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
      return delivery
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.allSettled(underWay), sleep(farewell, undefined, { ref: false })])
      transport.close()
    },
  }
}

/** A server that answers 5xx has made up its mind; everything else may be otherwise in a minute. */
function mayPass(error: unknown): boolean {
  const answer = v.safeParse(v.object({ responseCode: v.number() }), error)
  return !answer.success || answer.output.responseCode < 500
}
