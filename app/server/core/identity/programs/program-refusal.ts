/** Why a program gets no tokens, in the codes of OAuth 2.1 and its extensions. */
export type ProgramRefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

/** A request of a program that is refused. The message is for its developer. */
export class ProgramRefusal extends Error {
  override readonly name = 'ProgramRefusal'
  readonly code: ProgramRefusalCode
  constructor(code: ProgramRefusalCode, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.code = code
  }
}
