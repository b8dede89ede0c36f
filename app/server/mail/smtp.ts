import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { composeMail } from './compose-mail.ts'
import { type MailProblem, mailProblemOf, mailSentence } from './mail-problem.ts'
import type { Mail, OpenMailer } from './mailer.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password if required. */
  url: string
  from: string
  /** Milliseconds before the second and the third attempt. */
  waits?: readonly number[]
}

const secondsOf = (seconds: number) => seconds * 1000
/** Milliseconds that a shutdown waits for emails in progress. */
const farewell = secondsOf(5)

/**
 * Sends emails over SMTP. Temporary failures (no connection, 4xx) are retried twice within this process, because a queue would store the
 * sign-in links of the emails.
 */
export function openSmtp({ url, from, waits = [secondsOf(2), secondsOf(15)] }: SmtpOptions): OpenMailer {
  const transport = openTransport(url)
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliver(mail: Mail, tries: number): Promise<void> {
    const message = composeMail(mail, from)
    for (const wait of waits.slice(0, tries - 1)) {
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
    send(mail, { tries = waits.length + 1 } = {}) {
      const delivery = deliver(mail, tries)
        .catch((error: unknown) => {
          throw error instanceof Error ? Object.assign(error, { loggable: mailSentence(mailProblemOf(error, url)) }) : error
        })
        .finally(() => underWay.delete(delivery))
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

const openTransport = (url: string, seconds = { connection: 10, socket: 30 }) =>
  createTransport({
    url,
    connectionTimeout: secondsOf(seconds.connection),
    greetingTimeout: secondsOf(seconds.connection),
    socketTimeout: secondsOf(seconds.socket),
  })

/** Connects, starts TLS and signs in as for an email, but sends none. Returns why that fails. */
export async function checkSmtp(url: string): Promise<MailProblem | undefined> {
  const transport = openTransport(url, { connection: 8, socket: 8 })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return mailProblemOf(error, url)
  } finally {
    transport.close()
  }
}

/** Whether a failure may be temporary: 5xx is permanent. */
function mayPass(error: unknown): boolean {
  const answer = v.safeParse(v.object({ responseCode: v.number() }), error)
  return !answer.success || answer.output.responseCode < 500
}
