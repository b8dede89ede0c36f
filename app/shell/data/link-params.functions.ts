import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { referralLinkSchema } from '#app/contract/referral-link.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { keepReferral } from '#app/server/api-client/keep-referral.ts'

export const storeReferral = createServerFn({ method: 'POST' })
  .validator(accept(v.object({ code: referralLinkSchema })))
  .handler(({ data: { code } }) => keepReferral(code))
