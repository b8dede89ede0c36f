import { queryOptions } from '@tanstack/react-query'
import { unwrap } from '#app/contract/base/api-result.ts'
import { getReferrals, getSignInMethods } from './account.functions.ts'

/** Sign-in methods change only with the server's settings. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: async () => unwrap(await getSignInMethods()),
  staleTime: Number.POSITIVE_INFINITY,
})

export const referralsQuery = queryOptions({ queryKey: ['referrals'], queryFn: async () => unwrap(await getReferrals()) })
