import { oncePer } from '#app/contract/base/once-per.ts'
import type { Database, Transaction } from './database.ts'

/**
 * Builds a statement once per database; it is parsed and planned once per connection. Meant for statements that every page needs. Build it
 * with `sql.placeholder` and `.prepare(name)`; the name must be unique in the codebase.
 */
export const prepared = <Statement>(build: (db: Database | Transaction) => Statement): ((db: Database | Transaction) => Statement) =>
  oncePer(build)
