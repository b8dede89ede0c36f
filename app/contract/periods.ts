/** Used in URLs of pages too. Apart from the schemas, so that pages do not load those. */

export const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

/** The longest period of statistics. */
export const maxStatisticsDays = 3 * 366

export const planPeriods = ['month', 'year'] as const
export type PlanPeriod = (typeof planPeriods)[number]
