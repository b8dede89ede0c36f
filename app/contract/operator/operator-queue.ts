import * as v from 'valibot'
import { idSchema, kindSchema, timestampSchema } from '../base/common.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const counts = {
  waiting: countSchema,
  running: countSchema,
  /** The time at which the oldest waiting run was submitted; null if nothing waits. */
  oldest_waiting_at: v.nullable(timestampSchema),
}

/** Runs that wait and that run now, of all people. */
export const operatorQueueSchema = v.object({
  ...counts,
  kinds: v.array(v.object({ type: kindSchema, ...counts })),
  /** By the service that does the work; a null name is this machine. */
  providers: v.array(v.object({ name: v.nullable(v.string()), ...counts })),
  /** All people who have runs in the queue, of whom `people` has those who are served first. */
  people_total: countSchema,
  people: v.array(
    v.object({
      person: v.object({ id: idSchema, email: v.string() }),
      /** The name of their own group; null in the default group. */
      group: v.nullable(v.string()),
      /** The product of their weight and that of their group. */
      weight: v.number(),
      /** Their part of this machine, 0..1, among the people whose runs wait for it; null if none of theirs does. */
      share: v.nullable(v.number()),
      ...counts,
      /** Runs waiting for another run, whose result is an input. */
      held: countSchema,
      /** Runs to be started before their next one, on the same machine or service; null if none of theirs can start. */
      ahead: v.nullable(countSchema),
      /** The time at which their next run on this machine is due, if everyone gets an equal part of it. */
      due_at: v.nullable(timestampSchema),
    }),
  ),
})
export type OperatorQueue = v.InferOutput<typeof operatorQueueSchema>
