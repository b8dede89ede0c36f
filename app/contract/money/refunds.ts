/** `failed`: the service refused it, or reported that it did not happen. */
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
/** `refused`: the service refused the request. `canceled`: it accepted the refund and could not carry it out. `unanswered`: it knows nothing of it after a day. */
export const refundFailures = ['refused', 'canceled', 'unanswered'] as const
export type RefundFailure = (typeof refundFailures)[number]
