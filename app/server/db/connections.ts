import type pg from 'pg'
import type { Logger } from 'pino'

export type DatabaseLogger = Pick<Logger, 'info' | 'warn' | 'error'>

/** The interface that both databases implement below Drizzle. */
export type Connections = {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  /**
   * Subscribes to a channel; resolves to a function that unsubscribes. Payloads are small JSON strings: ids, and previews of at most 2 kB.
   * After a lost connection it subscribes again and calls `onGap`, because notifications sent in between are lost.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /**
   * Copies the folder of the embedded database between two transactions; queries wait meanwhile. The copy opens like a database after a
   * crash, with everything that was committed.
   */
  copyTo?(folder: string): Promise<void>
  close(): Promise<void>
}
