import type { RequestListener, ServerResponse } from 'node:http'
import type { Env } from '../env.ts'
import { unknownHostAnswer } from './error-answers.ts'
import { isKnownHost, isLoopback } from './known-host.ts'

export type GuardHostOptions = {
  env: Pick<Env, 'PUBLIC_URL' | 'HOST' | 'TRUST_PROXY'>
  /** Whether there is an account; undefined in a process that cannot tell. */
  hasAccount?: (() => Promise<boolean>) | undefined
}

/**
 * Refuses unknown names where a page of a stranger could do harm by making its own name point at this server: on connections from this
 * machine, where the browser of the person at its keyboard reaches a private server, and until there is an owner, whom such a page could
 * become. Elsewhere, and behind a proxy on the same machine (`TRUST_PROXY`), any name is served.
 */
export function guardHost(listener: RequestListener, { env, hasAccount }: GuardHostOptions): RequestListener {
  return (incoming, outgoing) => {
    const { host } = incoming.headers
    if (isKnownHost(host, env)) return listener(incoming, outgoing)
    const refuse = () => void answer(outgoing, unknownHostAnswer(incoming.url ?? '/', incoming.headers))
    if (!env.TRUST_PROXY && isLoopback(incoming.socket.remoteAddress)) return refuse()
    if (!hasAccount) return listener(incoming, outgoing)
    // Without the database nobody can sign up, and the request gets the usual error.
    void hasAccount().then(
      (known) => (known ? listener(incoming, outgoing) : refuse()),
      () => listener(incoming, outgoing),
    )
  }
}

async function answer(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
}
