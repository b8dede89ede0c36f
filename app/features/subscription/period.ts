import * as v from 'valibot'
import { type PlanPeriod, planPeriods } from '#app/contract/periods.ts'

export type Period = PlanPeriod

/** `?period=`: a month by default. */
export const periodSearchSchema = v.object({ period: v.fallback(v.optional(v.picklist(planPeriods)), undefined) })
