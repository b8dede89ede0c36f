import * as v from 'valibot'

/** Seconds that a call waits at most for the end of its runs. */
export const maxWaitSeconds = 60

/** The documentation of the header by which a call waits, for calls that start runs. */
export const waitHeader = {
  Prefer: `\`wait=N\`: answer when the runs have ended, at the latest after N seconds (at most ${maxWaitSeconds}), then with their state. \`Preference-Applied\` names the seconds. The wait ends with the connection; the runs go on.`,
}

export const waitQuerySchema = v.object({
  /** Seconds to wait for the end of the run, from 0 to 60; after them the answer has its state. */
  wait: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'invalid'), v.transform(Number), v.maxValue(maxWaitSeconds, 'too_large'))),
})
