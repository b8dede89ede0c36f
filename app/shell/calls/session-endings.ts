/** Reasons why a session ended against the person's will, as in `?ended=` of the sign-in page. */
const sessionEndings = ['reused', 'revoked', 'expired'] as const
export type SessionEnding = (typeof sessionEndings)[number]

/** Endings that the sign-in page can explain: these, and the person's request to delete the account. */
export const explainedEndings = [...sessionEndings, 'deleted'] as const
export type ExplainedEnding = (typeof explainedEndings)[number]

const codes: readonly string[] = ['unauthorized', 'invalid_refresh_token', 'refresh_token_reused', 'session_revoked']

/** Whether a call failed because the session has ended. */
export const isSessionEnd = ({ code }: { code: string }) => codes.includes(code)

/** Returns the reason; null if unknown, as after a sign-out elsewhere. */
export function endingOf({ code }: { code: string }): SessionEnding | null {
  if (code === 'refresh_token_reused') return 'reused'
  if (code === 'session_revoked') return 'revoked'
  return code === 'invalid_refresh_token' ? 'expired' : null
}
