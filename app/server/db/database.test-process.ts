import { randomUUID } from 'node:crypto'
import { openDatabase } from './database.ts'
import { users } from './schema/users.ts'

/**
 * A process for data-dir.test.ts, to be killed: opens a data folder, adds people and prints the id of each after its commit.
 */
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('The first argument must be a data folder.')

const { db } = await openDatabase({ dataDir })
process.stdout.write('open\n')
async function addSomebody() {
  const id = randomUUID()
  await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'en', referralCode: id, termsAcceptedAt: new Date() })
  process.stdout.write(`${id}\n`)
}

for (;;) await addSomebody()
