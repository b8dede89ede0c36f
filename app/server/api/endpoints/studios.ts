import { getStudioCall } from '#app/contract/calls/studios.ts'
import { quoteEmpty } from '../../core/generations/quote-empty.ts'
import { readStudio } from '../../core/first-views/read-studio.ts'
import { endpoint } from '../endpoint.ts'

export const studioEndpoints = [
  endpoint(getStudioCall, {
    async handle({ runtime: { db, keys, providers, offers, logger }, caller: { userId }, input: { params, query }, locale }) {
      const { purse, ...studio } = await readStudio(db, { keys, providers, locale, userId, type: params.kind })
      const offer = await offers.of(userId)
      return { ...studio, quote: await quoteEmpty(db, { providers, userId, locale, offer, model: query.quote, purse, logger }) }
    },
  }),
]
