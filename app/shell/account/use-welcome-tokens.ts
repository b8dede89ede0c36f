import { useQuery } from '@tanstack/react-query'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'

/** The tokens that a new account gets; 0 for none, and until they are known. */
export function useWelcomeTokens(): number {
  const { data } = useQuery(signInMethodsQuery)
  return data?.welcome_tokens ?? 0
}
