import type { Database, Transaction } from './database.ts'

/**
 * Builds a statement once per database; it is parsed and planned once per connection. Meant for statements that every page needs. Build it
 * with `sql.placeholder` and `.prepare(name)`; the name must be unique in the codebase.
 */
export function prepared<Statement>(build: (db: Database | Transaction) => Statement): (db: Database | Transaction) => Statement {
  const built = new WeakMap<Database | Transaction, Statement>()
  return (db) => {
    const before = built.get(db)
    if (before !== undefined) return before
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
