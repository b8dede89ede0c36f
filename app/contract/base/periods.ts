/** Separate from the schemas, because pages use these in URLs and must not load the schemas. */

export const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

/** The longest period of statistics. */
export const maxStatisticsDays = 3 * 366

export const planPeriods = ['month', 'year'] as const
export type PlanPeriod = (typeof planPeriods)[number]
