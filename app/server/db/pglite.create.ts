import { migrateDatabase } from './migrate.ts'
import { openPglite } from './pglite.ts'

/** The process that creates an embedded database with its schema in the folder of its argument. */
const [, , dir] = process.argv
if (!dir) throw new Error('The folder is missing.')

// A server that is killed leaves no process behind.
process.once('disconnect', () => process.exit(1))
const logger = { info: () => {}, warn: () => {}, error: () => {} }
const connections = await openPglite({
  dir,
  logger,
  onFatal: (error) => {
    throw error
  },
})
await migrateDatabase(connections)
await connections.close()
process.exit(0)
