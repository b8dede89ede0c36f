import { type PlanPeriod, planPeriods } from '#app/contract/periods.ts'
import { oneOf } from '#app/contract/search-params.ts'

export type Period = PlanPeriod

/** `?period=`; a month by default. */
export const periodParam = oneOf(...planPeriods)
