import pLimit from 'p-limit'
import { config } from '#config'
import { Problem } from '../problem.ts'

const { maxCached, maxWaiting } = config.demo
/** One small image takes about this long, so a full queue is shorter soon. */
const queueRetryAfter = 5

export type DemoImage = { url: string; width: number; height: number }

export type DemoImages = {
  /** The image of the prompt, drawn or being drawn; undefined if nobody has asked for it lately. */
  find(key: string): Promise<DemoImage> | undefined
  /** Draws the image unless it is there by now. Throws `demo_busy` when too many wait. */
  draw(key: string, make: () => Promise<DemoImage>): Promise<DemoImage>
}

/**
 * The demo's queue and cache in this process. One image is drawn at a time: the engine takes jobs in turn, so a member's run never waits
 * for more than one of them.
 */
export function openDemoImages(): DemoImages {
  /** Least recently used first. */
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
