/** Reasons why a link with `?access_token=` signed nobody in: the API rejected it, or did not respond. */
export const accessLinkProblems = ['refused', 'unanswered'] as const
export type AccessLinkProblem = (typeof accessLinkProblems)[number]
