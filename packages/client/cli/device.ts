import { setTimeout as pause } from 'node:timers/promises'
import { exits, Stop } from './stop.ts'

/** This program, as the server knows it. */
const clientId = 'quartet-cli'

type Answer = { status: number; body: Readonly<Record<string, unknown>> }

/** Sends a form of OAuth. An answer that is no JSON has no fields. */
async function post(url: string, form: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...form }), signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? signal.reason : new Stop(`${new URL(url).origin} cannot be reached.`, exits.unreachable, { cause: error })
    },
  )
  const body: unknown = await answer.json().catch(() => ({}))
  return { status: answer.status, body: typeof body === 'object' && body !== null ? { ...body } : {} }
}

const textOf = ({ body }: Answer, name: string): string => (typeof body[name] === 'string' ? body[name] : '')
const numberOf = ({ body }: Answer, name: string, otherwise: number): number => (typeof body[name] === 'number' ? body[name] : otherwise)

const missing = (origin: string) =>
  new Stop(
    `${origin} offers no sign-in by a code. Make a key at ${origin}/profile/settings, and use \`quartet login --key\`.`,
    exits.refused,
  )

/**
 * Signs in through the browser: shows an address and a code, and waits until the person has answered there. Returns the key that the server
 * makes for this program (RFC 8628).
 */
export async function signInByCode(origin: string, signal: AbortSignal): Promise<string> {
  const started = await post(`${origin}/oauth/device_authorization`, {}, signal)
  const [code, address] = [textOf(started, 'device_code'), textOf(started, 'verification_uri_complete')]
  if (started.status === 404) throw missing(origin)
  if (!code || !address) throw new Stop(textOf(started, 'error_description') || `${origin} did not answer as expected.`, exits.unreachable)
  process.stderr.write(`Open ${address}\nand compare the code: ${textOf(started, 'user_code')}\nWaiting for your answer there …\n`)
  let seconds = numberOf(started, 'interval', 5)
  for (;;) {
    await pause(seconds * 1000, undefined, { signal }).catch(() => Promise.reject(signal.reason))
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code }
    const answer = await post(`${origin}/oauth/token`, form, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      // A lost answer says nothing: the next one may arrive.
      return { status: 503, body: { error: 'temporarily_unavailable' } }
    })
    const key = textOf(answer, 'access_token')
    if (key) return key
    const error = textOf(answer, 'error')
    if (error === 'access_denied') throw new Stop('You have refused. Nothing has changed.', exits.refused)
    if (error === 'expired_token') throw new Stop('Nobody has answered in time. Run `quartet login` again.', exits.refused)
    if (error === 'slow_down' || error === 'temporarily_unavailable') seconds += 5
    else if (error !== 'authorization_pending')
      throw new Stop(textOf(answer, 'error_description') || 'The sign-in has failed.', exits.refused)
  }
}

/** Ends a key of this program on its server. A key that somebody has made stays valid, and so does one whose server is away. */
export async function endKey(origin: string, key: string): Promise<void> {
  await post(`${origin}/oauth/revoke`, { token: key }, AbortSignal.timeout(5_000)).catch(() => undefined)
}
