import type { SignInProblem } from '#app/contract/account/sign-in-problems.ts'

/** A failed sign-in through another service. */
export class OauthProblem extends Error {
  /** The code that the sign-in page shows. */
  readonly problem: SignInProblem
  /** The reason for the log, in our own words only: no text of the service. */
  readonly reason: string
  /** The page to return to, if known. */
  readonly redirect: string | null
  /** The person was connecting a service to the account they are signed in to. */
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
