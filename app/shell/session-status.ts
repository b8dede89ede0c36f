import type { User } from '#app/contract/accounts.ts'

/** The second, settled reading never says `loading`; guards know only that one, so that no refetch sends anybody away. */
export type SettledStatus = 'authenticated' | 'unauthenticated'
export type SessionStatus = 'loading' | SettledStatus

export const settledStatusOf = ({ user }: { user: User | null }): SettledStatus => (user ? 'authenticated' : 'unauthenticated')

/** A running fetch is `loading`; else there is somebody or there is not. */
export const statusOf = ({ isFetching, user }: { isFetching: boolean; user: User | null }): SessionStatus =>
  isFetching ? 'loading' : settledStatusOf({ user })
