import * as v from 'valibot'

/**
 * How far a failed call to a service came: no connection (`connect`), no answer or one with the status of a failure (`headers`), an answer
 * that broke off or contains an error (`stream`), or a result that could not be made, fetched or read (`result`).
 */
export const callPhases = ['connect', 'headers', 'stream', 'result'] as const
export type CallPhase = (typeof callPhases)[number]

/** A failed call as operators see it, without keys, addresses and words of the service. */
export const callFailureSchema = v.object({
  /** Null for a failure outside the call. */
  phase: v.nullable(v.picklist(callPhases)),
  /** The code of the network's error, such as `ECONNREFUSED`. */
  errno: v.nullable(v.string()),
  /** Milliseconds from the start of the attempt's call. */
  ms: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type CallFailure = v.InferOutput<typeof callFailureSchema>
