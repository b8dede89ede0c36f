import type { installFailures } from '#app/contract/operator/local-models.ts'

export type InstallReason = (typeof installFailures)[number]

/** A failed installation; the message is for the person who started it. Complete parts of a download stay for the next attempt. */
export class InstallError extends Error {
  readonly reason: InstallReason
  constructor(reason: InstallReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
