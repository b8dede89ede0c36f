import type { Writable } from 'node:stream'
import type pg from 'pg'

type Statement = string | pg.QueryConfig<unknown[]>

/** Statements that are sent together over the only connection. */
type Turn = { client: Promise<pg.PoolClient>; running: number; sent: boolean }

/**
 * Sends the statements that are called in one turn of the event loop in one message to PGlite's thread: waking the thread, and being woken
 * by it, costs as much as a small statement. A transaction has the connection for itself, as before.
 */
export function sendByTurn(pool: pg.Pool, currentSocket: () => Writable): void {
  const sendAlone = pool.query.bind(pool)
  let open: Turn | undefined

  /** Later statements take the next turn, behind the transactions that wait for the connection. */
  function close(turn: Turn): void {
    if (open === turn) open = undefined
  }

  function startTurn(): Turn {
    const turn: Turn = { client: pool.connect(), running: 0, sent: false }
    void sendAtEnd(turn)
    return turn
  }

  async function sendAtEnd(turn: Turn): Promise<void> {
    try {
      const client = await turn.client
      const socket = currentSocket()
      socket.cork()
      setImmediate(() => {
        close(turn)
        socket.uncork()
        turn.sent = true
        if (turn.running === 0) client.release()
      })
    } catch {
      // Each statement of the turn rejects with the same error.
      close(turn)
    }
  }

  async function query(statement: Statement, values?: unknown[]) {
    if (!isExtended(statement, values)) return sendAlone(statement, values)
    const turn = (open ??= startTurn())
    turn.running += 1
    const client = await turn.client
    try {
      return await client.query(statement, values)
    } finally {
      turn.running -= 1
      if (turn.sent && turn.running === 0) client.release()
    }
  }
  Object.assign(pool, { query })
}

/** Whether a statement has the extended protocol, in which its error does not affect the statements behind it. */
function isExtended(statement: Statement, values: unknown[] | undefined): boolean {
  const own = typeof statement === 'string' ? undefined : statement
  return own?.name !== undefined || (values ?? own?.values ?? []).length > 0
}
