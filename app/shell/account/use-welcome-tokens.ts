import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'

/** The tokens that a new account gets; 0 for none, and until they are known. */
export function useWelcomeTokens(): number {
  const data = useQueryData(signInMethodsQuery)
  return data?.welcome_tokens ?? 0
}
