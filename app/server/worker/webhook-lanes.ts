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
  /** Persons whose calls are sent at the same time: those whose endpoints answer, and those whose last turn was slow. */
  persons?: number
  slowPersons?: number
  /** Milliseconds after which a turn is slow. */
  slowAfterMs?: number
  /** Whether runs fill this process, which come first. */
  isBusy?: () => boolean
  /** Milliseconds for which calls are then collected. */
  busyMs?: number
}

/**
 * Gives each person with due calls turns of a few calls. However slow somebody's endpoints are and however many calls they have, they hold
 * one lane, and lose it after each turn if others wait. A turn that becomes slow continues in a lane for slow ones, and the person's next
 * turns begin there until one is quick: endpoints that never answer take no lane from those that do, however many people have them. While
 * runs fill the process, calls are collected for a moment, so that reporting the end of one run does not delay the next.
 */
export function openWebhookLanes(options: WebhookLanesOptions): WebhookLanes {
  const { deliver, logger, persons = 16, slowPersons = 48, slowAfterMs = 1_000, isBusy = () => false, busyMs = 2_000 } = options
  const room = { quick: persons, slow: slowPersons }
  /** In the order of their turns. */
  const waiting = new Set<string>()
  const busy = new Map<string, Promise<void>>()
  /** Persons whose last turn was slow. */
  const slow = new Set<string>()
  /** Persons whose calls are collected, until the timer ends. */
  const collected = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function turn(userId: string): Promise<void> {
    let lane: keyof typeof room = slow.has(userId) ? 'slow' : 'quick'
    room[lane] -= 1
    let isSlow = false
    const slowTimer = setTimeout(() => {
      isSlow = true
      slow.add(userId)
      // With every slow lane taken, it stays where it is.
      if (lane === 'slow' || room.slow <= 0) return
      room.quick += 1
      room.slow -= 1
      lane = 'slow'
      fill()
    }, slowAfterMs)
    try {
      if (await deliver(userId)) waiting.add(userId)
    } catch (error) {
      logger.warn({ err: error }, 'webhooks could not be sent')
    } finally {
      clearTimeout(slowTimer)
      if (!isSlow) slow.delete(userId)
      room[lane] += 1
      busy.delete(userId)
      fill()
    }
  }

  function fill(): void {
    for (const userId of waiting) {
      if (stopped || (room.quick <= 0 && room.slow <= 0)) return
      if (busy.has(userId) || room[slow.has(userId) ? 'slow' : 'quick'] <= 0) continue
      waiting.delete(userId)
      busy.set(userId, turn(userId))
    }
  }

  function takeCollected(): void {
    timer = undefined
    for (const userId of collected) waiting.add(userId)
    collected.clear()
    fill()
  }

  return {
    wake(userId) {
      if (stopped) return
      if (isBusy()) {
        collected.add(userId)
        timer ??= setTimeout(takeCollected, busyMs)
        return
      }
      waiting.add(userId)
      fill()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.all(busy.values())
    },
  }
}
