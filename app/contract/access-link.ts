/** Why a link with `?access_token=` did not sign anybody in: it was refused, or nobody could be asked about it. */
export const accessLinkProblems = ['refused', 'unanswered'] as const
export type AccessLinkProblem = (typeof accessLinkProblems)[number]
