import { AsyncLocalStorage } from 'node:async_hooks'
import type { SentCall } from '#app/contract/base/call-failures.ts'
import { describeSent } from './describe-sent.ts'
import { redact, sentenceOf } from './redact.ts'

/** The last call of an attempt that failed, as operators may read it. */
export type CallReport = { sentence: string | null; sent: SentCall | null }

type Noted = { texts: readonly string[]; sent: SentCall | null; answer: unknown }

const noted = new AsyncLocalStorage<Noted>()

/**
 * Runs the calls of an attempt. If it fails, `onFailedCall` receives its last call without keys, addresses and `texts`, the words of the
 * person.
 */
export async function reportCalls<T>(
  { texts, onFailedCall }: { texts: readonly string[]; onFailedCall: (report: CallReport) => void },
  run: () => Promise<T>,
): Promise<T> {
  const own: Noted = { texts, sent: null, answer: undefined }
  try {
    return await noted.run(own, run)
  } catch (error) {
    const sentence = sentenceOf(own.answer)
    onFailedCall({ sentence: sentence === null ? null : redact(sentence, texts), sent: own.sent })
    throw error
  }
}

/** Notes a call as it is sent. A query about earlier work does not replace the call that started it. */
export function noteSent(url: URL, init: RequestInit | undefined): void {
  const own = noted.getStore()
  const isQuery = (init?.method ?? 'GET') === 'GET'
  if (own && !(isQuery && own.sent)) own.sent = describeSent(url, init, own.texts)
}

/** Notes the body of an answer that reports a failure. */
export function noteAnswer(body: unknown): void {
  const own = noted.getStore()
  if (own && body !== undefined) own.answer = body
}
