import { randomUUID } from 'node:crypto'
import { openDatabase } from './database.ts'
import { users } from './schema/users.ts'

/**
 * A process for database.test.ts, to be killed: opens a data folder and, with `write`, adds people and prints each name after its commit.
 */
const [dataDir, task] = process.argv.slice(2)
if (!dataDir) throw new Error('The first argument must be a data folder.')

const { db } = await openDatabase({ dataDir })
process.stdout.write('open\n')
async function addSomebody() {
  const id = randomUUID()
  await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'en', referralCode: id, termsAcceptedAt: new Date() })
  process.stdout.write(`${id}\n`)
}

if (task === 'write') for (;;) await addSomebody()
