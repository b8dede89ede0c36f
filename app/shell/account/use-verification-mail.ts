import { useQueryClient } from '@tanstack/react-query'
import { sendVerification } from '#app/shell/data/account.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { useResend } from './resend.tsx'

/** Sends the verification email to the signed-in person, unless the address has been verified in the meantime. */
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
