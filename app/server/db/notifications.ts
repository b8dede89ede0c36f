import { signals } from '../signals.ts'

/** Subscriptions to the channels of one connection. Payloads are small JSON strings that carry ids only; the row is authoritative. */
export type Subscription = {
  onNotify: (payload: string) => void
  /** Called after the connection was lost and restored. Notifications in between are lost, so the rows must be read. */
  onGap?: () => void
}

export function createNotifications(statements: {
  /** Called with the error of a subscriber. The other subscribers are notified all the same, because they have nothing to do with it. */
  onError: (error: unknown, channel: string) => void
  /** Makes the connection listen; called for the first subscription of a channel only. */
  listen: (channel: string) => Promise<void>
  unlisten: (channel: string) => Promise<void>
}) {
  const channels = new Map<string, Set<Subscription>>()

  /** Calls a subscriber. An exception would end the process, because no request waits for a notification. */
  function attempt(channel: string, notify: () => void): void {
    try {
      notify()
    } catch (error) {
      signals.notificationFailed.publish({ channel })
      statements.onError(error, channel)
    }
  }

  return {
    channels: () => [...channels.keys()],

    async subscribe(channel: string, subscription: Subscription): Promise<() => Promise<void>> {
      const present = channels.get(channel)
      const subscriptions = present ?? new Set()
      subscriptions.add(subscription)
      channels.set(channel, subscriptions)
      const leave = () => {
        subscriptions.delete(subscription)
        const last = subscriptions.size === 0 && channels.get(channel) === subscriptions
        if (last) channels.delete(channel)
        return last
      }
      try {
        // Every subscriber issues LISTEN, which is idempotent, because a later one must not return before the first LISTEN has run.
        await statements.listen(channel)
      } catch (error) {
        leave()
        throw error
      }
      return async () => {
        if (leave()) await statements.unlisten(channel)
      }
    },

    dispatch(channel: string, payload: string) {
      for (const { onNotify } of channels.get(channel) ?? []) attempt(channel, () => onNotify(payload))
    },

    reportGap() {
      for (const [channel, subscriptions] of channels) for (const { onGap } of subscriptions) attempt(channel, () => onGap?.())
    },
  }
}
