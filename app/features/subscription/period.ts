import { type PlanPeriod, planPeriods } from '#app/contract/base/periods.ts'
import { oneOf } from '#app/contract/base/search-params.ts'

export type Period = PlanPeriod

/** `?period=`; a month by default. */
export const periodParam = oneOf(...planPeriods)
