import type { User } from '#app/contract/account/accounts.ts'

/** The settled status, which is never `loading`. Guards use only this one, so that no refetch redirects anyone. */
export type SettledStatus = 'authenticated' | 'unauthenticated'
export type SessionStatus = 'loading' | SettledStatus

export const settledStatusOf = ({ user }: { user: User | null }): SettledStatus => (user ? 'authenticated' : 'unauthenticated')

/** `loading` during a fetch; otherwise depends on the user. */
export const statusOf = ({ isFetching, user }: { isFetching: boolean; user: User | null }): SessionStatus =>
  isFetching ? 'loading' : settledStatusOf({ user })
