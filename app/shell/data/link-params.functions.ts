import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { referralPattern } from '#app/contract/money/referral-link.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { keepReferral } from '#app/server/api-client/keep-referral.ts'

export const storeReferral = createServerFn({ method: 'POST' })
  .validator(accept(v.object({ code: v.pipe(v.string(), v.regex(referralPattern)) })))
  .handler(({ data: { code } }) => keepReferral(code))
