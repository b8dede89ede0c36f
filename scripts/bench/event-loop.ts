import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import { filmOf } from './film.ts'

/** Delay of the event loop in milliseconds, in the process that owns the engine, while two videos render. */
export async function engineLoopDelay(): Promise<{ p99: number; most: number }> {
  const scratchDir = await mkdtemp(join(tmpdir(), 'quartet-bench-'))
  const engine = openEngine({ scratchDir })
  const loop = monitorEventLoopDelay({ resolution: 5 })
  try {
    await engine.capabilities()
    const render = (seed: number) =>
      engine.run(filmOf('sunset over the sea', seed), { signal: new AbortController().signal, onProgress: () => {}, onText: () => {} })
    loop.enable()
    await Promise.all([render(1), render(2)])
    loop.disable()
    // The histogram includes the timer's own 5 ms.
    return { p99: Math.max(0, loop.percentile(99) / 1e6 - 5), most: Math.max(0, loop.max / 1e6 - 5) }
  } finally {
    await engine.close()
    await rm(scratchDir, { recursive: true, force: true })
  }
}
