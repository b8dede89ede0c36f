import { useQuery } from '@tanstack/react-query'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { config } from '#config'

/** Whether sign-up is open. Until the server's setting is known, the product's applies. */
export function useSignUpOpen(): boolean {
  const { data } = useQuery(signInMethodsQuery)
  return data?.sign_up ?? config.auth.signUpEnabled
}
