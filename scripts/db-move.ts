/** `npm run db:move` copies the embedded database of `DATA_DIR` into the empty PostgreSQL database of `DATABASE_URL`. */
import { moveDatabase } from '#app/server/backup/move-database.ts'
import { runCommand } from './operations/run-command.ts'

await runCommand('Usage: SECRET=… DATABASE_URL=postgres://… npm run db:move', async (env) => {
  const { tables, jobs } = await moveDatabase({
    env,
    onTable: ({ table, rows }) => console.log(`${table.padEnd(40)} ${String(rows).padStart(10)}`),
  })
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  console.log(
    `Moved ${total} rows of ${tables.length} tables and ${jobs} jobs. Each table has as many rows as before, and both ledgers add up.`,
  )
  console.log('Start every process with this SECRET, DATABASE_URL and DATA_DIR. The embedded database was not changed.')
})
