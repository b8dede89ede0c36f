import * as v from 'valibot'

export const periods = ['month', 'year'] as const
export type Period = (typeof periods)[number]

/** `?period=`: what the prices are for; a month unless asked otherwise. */
export const periodSearchSchema = v.object({ period: v.fallback(v.optional(v.picklist(periods)), undefined) })
