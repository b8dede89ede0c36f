/**
 * Returns a function that handles one item, together with all that came while the previous ones were handled: statements that many callers
 * need at once become few, and hold one connection. `run` returns a result for each item, in their order.
 */
export function inBatches<Item, Result>(run: (items: readonly Item[]) => Promise<readonly Result[]>): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const results = await run(batch.map(({ item }) => item))
        for (const [index, result] of results.entries()) batch[index]?.resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}
