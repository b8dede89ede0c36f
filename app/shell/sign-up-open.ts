import { useQuery } from '@tanstack/react-query'
import { config } from '#config'
import { signInMethodsQuery } from './account.queries.ts'

/** Whether people can make an account here. The server's own setting decides; until it is known, the product's. */
export function useSignUpOpen(): boolean {
  const { data } = useQuery(signInMethodsQuery)
  return data?.sign_up ?? config.auth.signUpEnabled
}
