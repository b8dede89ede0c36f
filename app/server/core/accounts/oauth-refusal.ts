import type { SignInProblem } from '#app/contract/accounts.ts'

/** A sign-in through another service that came to nothing. */
export class OauthRefusal extends Error {
  /** What the person is told at the sign-in page. */
  readonly problem: SignInProblem
  /** What the operator reads in the log: words of ours only. */
  readonly reason: string
  /** The page that was wanted, as far as it is known. */
  readonly redirect: string | null
  /** The person was not signing in, but connecting the service to the account they are signed in to. */
  readonly connecting: boolean
  constructor(
    problem: SignInProblem,
    reason: string,
    { redirect, connecting, cause }: { redirect: string | null; connecting: boolean; cause?: unknown },
  ) {
    super(reason, { cause })
    this.name = 'OauthRefusal'
    this.problem = problem
    this.reason = reason
    this.redirect = redirect
    this.connecting = connecting
  }
}
