// Apart from the schemas, which would be part of the first load of every page.

/** The people that see an announcement: everybody, everybody who is signed in, or people of one role. */
export const audiences = ['everybody', 'signed_in', 'member', 'support', 'operator', 'owner'] as const

export const noticeLevels = ['info', 'warning'] as const
