/** Values of `?problem=` at the sign-in page, set on the way back from another service. */
export const signInProblems = [
  'oauth_denied',
  'oauth_failed',
  'oauth_email_missing',
  'oauth_email_taken',
  'sign_up_disabled',
  'sign_up_refused',
  'too_many_accounts',
] as const
export type SignInProblem = (typeof signInProblems)[number]
