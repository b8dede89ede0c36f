import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { paymentDocuments } from '#app/server/db/schema/payments.ts'

type DocumentRow = typeof paymentDocuments.$inferSelect

/** Reads the receipts and credit notes of orders, oldest first. */
export function readDocuments(db: Database, orderIds: readonly string[]): Promise<DocumentRow[]> {
  return db
    .select()
    .from(paymentDocuments)
    .where(inArray(paymentDocuments.orderId, [...orderIds]))
    .orderBy(asc(paymentDocuments.createdAt), asc(paymentDocuments.id))
}

/** The number as printed: `2026-000042`; a credit note `C-2026-000042`; of the test checkout `TEST-2026-000042`. */
export function writeNumber({ kind, test, year, number }: Pick<DocumentRow, 'kind' | 'test' | 'year' | 'number'>): string {
  return [test && 'TEST', kind === 'credit_note' && 'C', year, `${number}`.padStart(6, '0')].filter(Boolean).join('-')
}
