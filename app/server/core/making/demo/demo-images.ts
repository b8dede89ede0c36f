import pLimit from 'p-limit'
import { config } from '#config'
import { Problem } from '../../problem.ts'

const { maxCached, maxWaiting } = config.demo
/** Seconds, about the time of one small image: a full queue is soon shorter. */
const queueRetryAfter = 5

export type DemoImage = { url: string; width: number; height: number }

export type DemoImages = {
  /** Returns the image of the prompt, drawn or still being drawn; undefined if it is not in the cache. */
  find(key: string): Promise<DemoImage> | undefined
  /** Draws the image unless it is in the cache by then. Throws `demo_busy` if too many requests wait. */
  draw(key: string, make: () => Promise<DemoImage>): Promise<DemoImage>
}

/**
 * The demo's queue and cache in this process. One image is drawn at a time: the engine takes jobs in turn, so a member's run waits for at
 * most one demo image.
 */
export function openDemoImages(): DemoImages {
  /** Ordered by last use, oldest first. */
  const images = new Map<string, Promise<DemoImage>>()
  const inTurn = pLimit(1)

  function find(key: string): Promise<DemoImage> | undefined {
    const image = images.get(key)
    if (image) {
      images.delete(key)
      images.set(key, image)
    }
    return image
  }

  return {
    find,
    async draw(key, make) {
      const known = find(key)
      if (known) return known
      if (inTurn.activeCount + inTurn.pendingCount > maxWaiting) throw new Problem('demo_busy', { retryAfter: queueRetryAfter })
      const drawn = inTurn(make)
      images.set(key, drawn)
      drawn.catch(() => images.delete(key))
      const [oldest] = images.keys()
      if (images.size > maxCached && oldest !== undefined) images.delete(oldest)
      return drawn
    },
  }
}
