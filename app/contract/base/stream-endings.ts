import * as v from 'valibot'

/** Reasons why the server closed an event stream. */
export const streamEndings = ['signed_out', 'session_ended', 'session_reused', 'deletion_asked', 'key_revoked', 'too_many_streams'] as const
export type StreamEnding = (typeof streamEndings)[number]

/** The data of a stream's last event, `end`. */
export const streamEndSchema = v.object({ reason: v.picklist(streamEndings) })

/** The data of the last event of one run's stream. `run_ended`: nothing more will happen. */
export const runStreamEndSchema = v.object({ reason: v.picklist([...streamEndings, 'run_ended']) })
