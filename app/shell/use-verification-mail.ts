import { useQueryClient } from '@tanstack/react-query'
import { sendVerification } from './account.functions.ts'
import { useResend } from './resend.tsx'
import { sessionQuery } from './session.queries.ts'

/** Sends the signed-in person the letter that confirms their address. One that is confirmed meanwhile needs none. */
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
