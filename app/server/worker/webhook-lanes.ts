import type { Logger } from 'pino'

export type WebhookLanes = {
  /** Sends the due calls of a person, after those of the persons that already wait. */
  wake(userId: string): void
  /** Stops taking calls and waits for those under way. */
  stop(): Promise<void>
}

export type WebhookLanesOptions = {
  /** Sends a few calls of a person; returns whether more may be due. */
  deliver(userId: string): Promise<boolean>
  logger: Logger
  /** Persons whose calls are sent at the same time. */
  persons?: number
}

/**
 * Gives each person with due calls turns of a few calls. However slow somebody's endpoints are and however many calls they have, they hold
 * one lane, and lose it after each turn if others wait.
 */
export function openWebhookLanes({ deliver, logger, persons = 16 }: WebhookLanesOptions): WebhookLanes {
  /** In the order of their turns. */
  const waiting = new Set<string>()
  const busy = new Map<string, Promise<void>>()
  let stopped = false

  async function turn(userId: string): Promise<void> {
    try {
      if (await deliver(userId)) waiting.add(userId)
    } catch (error) {
      logger.warn({ err: error }, 'webhooks could not be sent')
    } finally {
      busy.delete(userId)
      fill()
    }
  }

  function fill(): void {
    for (const userId of waiting) {
      if (stopped || busy.size >= persons) return
      if (busy.has(userId)) continue
      waiting.delete(userId)
      busy.set(userId, turn(userId))
    }
  }

  return {
    wake(userId) {
      if (stopped) return
      waiting.add(userId)
      fill()
    },
    async stop() {
      stopped = true
      await Promise.all(busy.values())
    },
  }
}
