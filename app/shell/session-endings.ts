/** Why a session was ended for a person who had not asked for it; the sign-in page says it in words (`?ended=`). */
const sessionEndings = ['reused', 'revoked', 'expired'] as const
export type SessionEnding = (typeof sessionEndings)[number]

/** What the sign-in page can say of an end: these, and that the person has asked for their account to go. */
export const toldEndings = [...sessionEndings, 'deleted'] as const
export type ToldEnding = (typeof toldEndings)[number]

const codes: readonly string[] = ['unauthorized', 'invalid_refresh_token', 'refresh_token_reused', 'session_revoked']

/** Whether a call failed because nobody is signed in any more. */
export const isSessionEnd = ({ code }: { code: string }) => codes.includes(code)

/** Null when all that is known is that there is no session: it may have been signed out elsewhere. */
export function endingOf({ code }: { code: string }): SessionEnding | null {
  if (code === 'refresh_token_reused') return 'reused'
  if (code === 'session_revoked') return 'revoked'
  return code === 'invalid_refresh_token' ? 'expired' : null
}
