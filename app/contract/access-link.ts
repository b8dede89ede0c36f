/** Why a link with `?access_token=` signed nobody in: the API rejected it, or did not answer. */
export const accessLinkProblems = ['refused', 'unanswered'] as const
export type AccessLinkProblem = (typeof accessLinkProblems)[number]
