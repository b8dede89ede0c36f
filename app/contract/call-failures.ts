import * as v from 'valibot'

/**
 * How far a failed call to a service came: no connection (`connect`), no answer or one with the status of a failure (`headers`), an answer
 * that broke off or contains an error (`stream`), or a result that could not be made, fetched or read (`result`).
 */
export const callPhases = ['connect', 'headers', 'stream', 'result'] as const
export type CallPhase = (typeof callPhases)[number]

/** The reason why a service did not take a call of this installation, whatever was asked. */
export const callCauses = ['key', 'money'] as const

/** A failed call as operators see it, without keys, addresses and words of the service. */
export const callFailureSchema = v.object({
  /** Null for a failure outside the call. */
  phase: v.nullable(v.picklist(callPhases)),
  /** The code of the network's error, such as `ECONNREFUSED`. */
  errno: v.nullable(v.string()),
  /** Null in rows of earlier versions. */
  cause: v.nullable(v.picklist(callCauses)),
  /** Milliseconds from the start of the attempt's call. */
  ms: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type CallFailure = v.InferOutput<typeof callFailureSchema>

/** A call that failed, as it was sent. Texts of people, files and keys are replaced by their sizes or left out. */
export const sentCallSchema = v.object({
  method: v.string(),
  /** The path with its query, without keys. */
  path: v.string(),
  /** Absent for a call without a body. */
  body: v.nullable(v.unknown()),
})
export type SentCall = v.InferOutput<typeof sentCallSchema>
