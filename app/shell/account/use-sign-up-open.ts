import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import * as config from '#config'

/** Whether sign-up is open. Until the server's setting is known, the product's applies. */
export function useSignUpOpen(): boolean {
  const data = useQueryData(signInMethodsQuery)
  return data?.sign_up ?? config.auth.signUpEnabled
}
