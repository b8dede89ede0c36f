import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { despiteConflicts, failWithConflict } from './despite-conflicts.ts'
import { nameStatements } from './name-statements.ts'

type PlainTransaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** A transaction that may be repeated. Without savepoints, because a conflict ends the whole transaction. */
export type Transaction = Omit<PlainTransaction, 'transaction'> & {
  /** Adds an effect outside the database. It happens once, after the commit, and never after a rollback. */
  afterCommit(effect: () => void): void
}

/** A transaction that is not repeated. Code that changes more than the database while it is open takes this type. */
export type OnceTransaction = Transaction & { readonly isRepeated: false }

export type TransactionOptions = {
  /** Whether the statements are parsed and planned once per connection: for transactions of every run, which have few texts. */
  isFrequent?: boolean
}

export type Database = Omit<NodePgDatabase, 'transaction'> & {
  /**
   * Runs the body in a transaction, and again from its beginning after a deadlock or a serialization failure. The body must be safe to
   * repeat: it changes the database through `tx` and nothing else; further effects are its result or `afterCommit`.
   */
  transaction<Result>(body: (tx: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Runs the body in a transaction that is not repeated, because the body has effects outside the database. */
  transactOnce<Result>(body: (tx: OnceTransaction) => Promise<Result>): Promise<Result>
}

/** Replaces the transactions of a database. Only migrations open others. */
export function withRepeats(db: NodePgDatabase): Database {
  const open = db.transaction.bind(db)

  async function run<Result>(body: (tx: Transaction) => Promise<Result>, { isFrequent = false }: TransactionOptions = {}): Promise<Result> {
    const effects: (() => void)[] = []
    const result = await open((tx) => {
      // A session of the transaction alone.
      if (isFrequent) nameStatements(tx._.session)
      return body(Object.assign(tx, { afterCommit: (effect: () => void) => void effects.push(effect) }))
    })
    for (const effect of effects) effect()
    return result
  }

  return Object.assign(db, {
    transaction: <Result>(body: (tx: Transaction) => Promise<Result>, options?: TransactionOptions) =>
      despiteConflicts(() => run(body, options)),
    transactOnce: <Result>(body: (tx: OnceTransaction) => Promise<Result>) =>
      run((tx) => body(Object.assign(tx, { isRepeated: false as const }))).catch(failWithConflict),
  })
}
