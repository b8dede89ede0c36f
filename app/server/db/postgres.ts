import pg from 'pg'
import type { Connections, DatabaseLogger } from './connections.ts'
import { endPool } from './end-pool.ts'
import { createNotifications } from './notifications.ts'

const connectionTimeoutMillis = 15_000
/** Milliseconds within which a silently lost connection is noticed. */
const heartbeatMillis = 10_000
const takeBackMillis = 30_000
const reconnectMillis = { first: 250, most: 15_000 }

export function openPostgres({ url, logger, poolSize }: { url: string; logger: DatabaseLogger; poolSize: number }): Connections {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis, keepAlive: true, application_name: 'quartet' })
  pool.on('error', (error) => logger.warn({ err: error }, 'database connection lost'))
  pool.on('connect', (client) => {
    // Without a listener, an error of a connection in use would end the process.
    client.on('error', () => {})
    client.on('end', () => setTimeout(takeBack, takeBackMillis, client).unref())
  })
  const listener = createListener(url, logger)

  return {
    kind: 'postgres',
    pool,
    listen: (channel, onNotify, onGap) => listener.subscribe(channel, { onNotify, onGap }),
    async close() {
      await Promise.all([listener.close(), endPool(pool)])
    },
  }
}

/** Releases a connection whose BEGIN failed, which Drizzle never does: the pool would shrink. */
function takeBack(client: pg.PoolClient) {
  try {
    client.release(true)
  } catch {
    // The connection has been released already.
  }
}

/** A connection outside the pool for LISTEN, opened on first use and re-opened when lost. */
function createListener(url: string, logger: DatabaseLogger) {
  let connection: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let delay = reconnectMillis.first
  let closed = false

  const notifications = createNotifications({
    onError: (error, channel) => logger.error({ err: error, channel }, 'a notification was not processed'),
    async listen(channel) {
      const client = await connect()
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    },
    async unlisten(channel) {
      // A lost connection has no subscriptions.
      const client = await connection?.catch(() => undefined)
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {})
    },
  })

  function connect(): Promise<pg.Client> {
    connection ??= openClient().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function openClient(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis, keepAlive: true, application_name: 'quartet listener' })
    let ended = false
    const lose = () => {
      if (ended) return
      ended = true
      clearInterval(heartbeat)
      connection = undefined
      client.end().catch(() => {})
      reconnectLater()
    }
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => notifications.dispatch(channel, payload ?? ''))
    await client.connect()
    const heartbeat = setInterval(() => {
      const timer = setTimeout(lose, heartbeatMillis).unref()
      client.query('select 1').then(() => clearTimeout(timer), lose)
    }, heartbeatMillis).unref()
    client.on('error', lose)
    client.on('end', lose)
    return client
  }

  function reconnectLater() {
    if (closed || retry) return
    retry = setTimeout(() => void reconnect(), delay).unref()
  }

  async function reconnect() {
    retry = undefined
    try {
      const client = await connect()
      for (const channel of notifications.channels()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      delay = reconnectMillis.first
      notifications.reportGap()
    } catch (error) {
      logger.warn({ err: error }, 'database listener cannot reconnect')
      delay = Math.min(delay * 2, reconnectMillis.most)
      reconnectLater()
    }
  }

  return {
    subscribe: notifications.subscribe,
    async close() {
      closed = true
      clearTimeout(retry)
      const client = await connection?.catch(() => undefined)
      await client?.end().catch(() => {})
    },
  }
}
