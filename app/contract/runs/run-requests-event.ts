// Apart from the requests themselves, because it is part of the first load of every page.
import * as v from 'valibot'

/** Open requests of a key; further runs beyond its budget are refused without one. */
export const maxOpenRunRequests = 20

/** An event of the account’s stream: a request was made or has ended. */
export const runRequestsEventSchema = v.object({
  /** The number of open requests. */
  open: v.pipe(v.number(), v.safeInteger()),
})
export type RunRequestsEvent = v.InferOutput<typeof runRequestsEventSchema>
