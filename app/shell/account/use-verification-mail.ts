import { useQueryClient } from '@tanstack/react-query'
import { sendVerification } from '#app/shell/data/account.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { useResend } from './resend.tsx'

/** Sends the signed-in person the verification email, unless the address was confirmed meanwhile. */
export function useVerificationMail() {
  const queryClient = useQueryClient()
  return useResend({
    async send() {
      const result = await sendVerification()
      if (!result.ok && result.error.code === 'email_already_verified') await queryClient.invalidateQueries(sessionQuery)
      return result
    },
  })
}
