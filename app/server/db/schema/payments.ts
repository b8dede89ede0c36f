import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#config'
import { createdAt, time } from './columns.ts'
import {
  currencyEnum,
  disputeEnum,
  documentKindEnum,
  orderCauseEnum,
  orderFailureEnum,
  orderKindEnum,
  orderStatusEnum,
  paymentProviderEnum,
  planPeriodEnum,
  refundFailureEnum,
  refundStatusEnum,
  testOutcomeEnum,
} from './enums.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/** An order. Amounts are copied from the catalogue and do not change. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: orderKindEnum('kind').notNull(),
    cause: orderCauseEnum('cause').notNull(),
    /** Id of the pack or plan in the catalogue. */
    item: text('item').notNull(),
    /** Set for plans only. */
    period: planPeriodEnum('period'),
    /** Tokens of a pack, or of one month of a plan. */
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').$type<Currency>().notNull(),
    /** Credit of a plan change for paid months that had not started. */
    credit: bigint('credit', { mode: 'number' }).notNull().default(0),
    subscriptionId: uuid('subscription_id').references(() => subscriptions.id, { onDelete: 'set null' }),
    /** The version of the shop whose prices it has; null for orders from before there were versions. */
    shopVersion: integer('shop_version'),
    provider: paymentProviderEnum('provider').notNull(),
    /** The checkout at the provider; null until it is opened. */
    checkoutId: text('checkout_id'),
    checkoutUrl: text('checkout_url'),
    /** Until then a request for an automatic charge may be under way; null if there is none. */
    chargingUntil: time('charging_until'),
    status: orderStatusEnum('status').notNull(),
    failure: orderFailureEnum('failure'),
    idempotencyKey: text('idempotency_key'),
    idempotencyHash: text('idempotency_hash'),
    /** Time of the next query to the provider; null if there is none. */
    askAt: time('ask_at'),
    asks: integer('asks').notNull().default(0),
    askedAt: time('asked_at'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('orders_of_user').on(table.userId, table.id.desc()),
    index('orders_to_ask')
      .on(table.askAt)
      .where(sql`${table.askAt} is not null`),
    uniqueIndex('orders_idempotency')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    uniqueIndex('orders_checkout')
      .on(table.provider, table.checkoutId)
      .where(sql`${table.checkoutId} is not null`),
    // A due subscription is charged once, even if several processes find it.
    uniqueIndex('orders_one_renewal')
      .on(table.subscriptionId)
      .where(sql`${table.cause} = 'renewal' and ${table.status} = 'pending'`),
    check('orders_amounts', sql`${table.amount} > 0 and ${table.tokens} > 0 and ${table.credit} >= 0`),
    check('orders_period', sql`(${table.kind} = 'plan') = (${table.period} is not null)`),
  ],
)

/** Numbers the queries to payment providers: of two answers, the one to the later query is newer. */
export const paymentQuestions = pgSequence('payment_questions')

/** A payment by the provider's own id, so that a purchase grants tokens once, however often it is reported. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    provider: paymentProviderEnum('provider').notNull(),
    paymentId: text('payment_id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: currencyEnum('currency').$type<Currency>().notNull(),
    /** Tokens granted for the payment, and those reversed. */
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    taken: bigint('taken', { mode: 'number' }).notNull().default(0),
    /** Refunded amount, which only grows. */
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    dispute: disputeEnum('dispute'),
    /** Number of the query whose answer set `dispute`. */
    question: bigint('question', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payments_once').on(table.provider, table.paymentId),
    index('payments_of_order').on(table.orderId),
    index('payments_of_user').on(table.userId),
    index('payments_by_time').on(table.createdAt),
    index('payments_disputed')
      .on(table.id)
      .where(sql`${table.dispute} = 'open'`),
    check('payments_amounts', sql`${table.amount} > 0 and ${table.refunded} between 0 and ${table.amount}`),
    check('payments_tokens', sql`${table.tokens} >= 0 and ${table.taken} between 0 and ${table.tokens}`),
  ],
)

/** Notifications of a payment provider that were refused or could not be handled since the last one that was; no row while all are. */
export const noticeFailures = pgTable('notice_failures', {
  provider: paymentProviderEnum('provider').primaryKey(),
  count: integer('count').notNull().default(1),
  since: time('since').notNull().defaultNow(),
  lastAt: time('last_at').notNull().defaultNow(),
})

/** Payments of the test checkout, which acts as a provider. */
export const testPayments = pgTable('test_payments', {
  id: text('id').primaryKey(),
  orderId: uuid('order_id').notNull().unique(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  currency: currencyEnum('currency').$type<Currency>().notNull(),
  /** Null until the person chooses. */
  outcome: testOutcomeEnum('outcome'),
  chosenAt: time('chosen_at'),
  createdAt: createdAt(),
})

/** Refunds made at the test checkout. */
export const testRefunds = pgTable(
  'test_refunds',
  {
    /** The id of the refund here, so that a repeated request refunds once. */
    id: uuid('id').primaryKey(),
    testPaymentId: text('test_payment_id')
      .notNull()
      .references(() => testPayments.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('test_refunds_of_payment').on(table.testPaymentId)],
)

/**
 * A refund that was started here. Its id is the idempotency key at the service. Refunds made in the service's own dashboard have no row:
 * they arrive with the payment's state.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Recorded as refunded before: with this refund it is at least the sum. */
    refundedBefore: bigint('refunded_before', { mode: 'number' }).notNull(),
    status: refundStatusEnum('status').notNull(),
    failure: refundFailureEnum('failure'),
    /** The service's own id of the refund; null until it has answered. */
    providerRefundId: text('provider_refund_id'),
    reason: text('reason').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    idempotencyKey: text('idempotency_key'),
    /** Time of the next question to the service; null once it has ended. */
    askAt: time('ask_at'),
    asks: integer('asks').notNull().default(0),
    /** Until then one process asks, and no other. */
    leasedUntil: time('leased_until'),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
  },
  (table) => [
    index('refunds_of_payment').on(table.paymentId, table.id),
    // One at a time, so that a lost answer can belong to one refund only.
    uniqueIndex('refunds_one_open')
      .on(table.paymentId)
      .where(sql`${table.status} = 'pending'`),
    uniqueIndex('refunds_once')
      .on(table.actorId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('refunds_to_ask')
      .on(table.askAt)
      .where(sql`${table.askAt} is not null`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_ended', sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
  ],
)

/** The last number of each series of documents. Its row is locked until the document is committed, so a series has no gaps. */
export const documentCounters = pgTable(
  'document_counters',
  {
    kind: documentKindEnum('kind').notNull(),
    /** Whether the documents are of the test checkout, which has series of its own. */
    test: boolean('test').notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.test, table.year] })],
)

/** Seller of a document as of its date. */
export type Seller = { operator: Record<string, string>; address: Record<string, string>; email: string }

/** Numbered receipts of payments, and credit notes of their refunds. */
export const paymentDocuments = pgTable(
  'payment_documents',
  {
    id: uuid('id').primaryKey(),
    kind: documentKindEnum('kind').notNull(),
    test: boolean('test').notNull(),
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** All that was refunded up to this credit note; 0 for a receipt. */
    refunded: bigint('refunded', { mode: 'number' }).notNull(),
    /** Null for payments from before there were numbers. */
    seller: jsonb('seller').$type<Seller>(),
    createdAt: createdAt(),
    /** The time at which the person was notified by email. */
    mailedAt: time('mailed_at'),
  },
  (table) => [
    index('payment_documents_to_mail')
      .on(table.createdAt)
      .where(sql`${table.mailedAt} is null`),
    uniqueIndex('payment_documents_number').on(table.kind, table.test, table.year, table.number),
    uniqueIndex('payment_documents_once').on(table.paymentId, table.kind, table.refunded),
    index('payment_documents_of_order').on(table.orderId),
    check('payment_documents_amount', sql`${table.amount} > 0 and ${table.number} > 0`),
  ],
)
