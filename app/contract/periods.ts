/** What addresses of pages speak of as well: apart from the schemas, so that no page loads those for a word. */

export const buckets = ['day', 'week', 'month'] as const
export type Bucket = (typeof buckets)[number]

export const planPeriods = ['month', 'year'] as const
export type PlanPeriod = (typeof planPeriods)[number]
