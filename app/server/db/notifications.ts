/** Who listens to which channel of one connection. Payloads are small JSON strings that carry ids only; the row is the truth. */
export type Subscription = {
  onNotify: (payload: string) => void
  /** The connection was lost and is back: whatever was sent meanwhile is gone, so look at the rows. */
  onGap?: () => void
}

export function createNotifications(statements: {
  /** Makes the connection listen; called for the first subscription of a channel only. */
  listen: (channel: string) => Promise<void>
  unlisten: (channel: string) => Promise<void>
}) {
  const channels = new Map<string, Set<Subscription>>()

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
        // Every subscriber issues it: LISTEN is idempotent, and the second one must not be told before the first one's has run.
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
      for (const { onNotify } of channels.get(channel) ?? []) onNotify(payload)
    },

    reportGap() {
      for (const subscriptions of channels.values()) for (const { onGap } of subscriptions) onGap?.()
    },
  }
}
