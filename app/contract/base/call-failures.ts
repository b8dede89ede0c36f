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

/** A call as it was sent. Texts of people and files are replaced by their sizes, and keys are left out. */
export const sentCallSchema = v.object({
  method: v.string(),
  path: v.string(),
  /** The header with the key and the word before it, such as `authorization: Bearer`; null for a call without a key. */
  auth: v.nullable(v.string()),
  /** Whether the body is a form; otherwise it is JSON. */
  form: v.boolean(),
  /** Null for a call without a body. */
  body: v.unknown(),
})
export type SentCall = v.InferOutput<typeof sentCallSchema>

/** The last call of a run's last attempt that failed. */
export const failedCallSchema = v.object({
  service_status: v.nullable(v.number()),
  call_failure: v.nullable(callFailureSchema),
  /** The service's own sentence, without keys, addresses and words of the person; null if there was none, or after 30 days. */
  sentence: v.nullable(v.string()),
  /** Null if no call was sent, or after 30 days. */
  sent: v.nullable(sentCallSchema),
})
export type FailedCall = v.InferOutput<typeof failedCallSchema>
