import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ChallengeRule, ModerationService, SignUpRule } from '#app/contract/operator/safety.ts'
import { time } from './columns.ts'

/** The rules that an operator has set, in one row; the usual ones apply without it. */
export const safetyRules = pgTable('safety_rules', {
  /** The primary key has one possible value, hence the table has one row. */
  only: boolean('only').primaryKey().default(true),
  signUp: text('sign_up').$type<SignUpRule>().notNull().default('open'),
  /** Domains of email addresses that may sign up; empty for all. */
  domains: text('domains')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Whether temporary email addresses are refused; otherwise they get no free tokens. */
  refusesDisposable: boolean('refuses_disposable').notNull().default(false),
  /** Which sign-ups need a solved challenge. */
  challenge: text('challenge').$type<ChallengeRule>().notNull().default('never'),
  /** Words that prompts may not contain, by the language that they were entered for. All apply to every prompt. */
  wordsEn: text('words_en')
    .array()
    .notNull()
    .default(sql`'{}'`),
  wordsRu: text('words_ru')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Whether the words also apply to text files that are sent and to texts that models write. */
  checksAnswers: boolean('checks_answers').notNull().default(false),
  moderation: text('moderation').$type<ModerationService>().notNull().default('off'),
  /** Domains of temporary addresses beside the list of the release, and those that are not, although listed there. */
  temporaryAdded: text('temporary_added')
    .array()
    .notNull()
    .default(sql`'{}'`),
  temporaryExcepted: text('temporary_excepted')
    .array()
    .notNull()
    .default(sql`'{}'`),
  updatedAt: time('updated_at').notNull().defaultNow(),
})

/** Checks in a row that the moderation service did not answer, in one row; no row while it answers. */
export const moderationFailures = pgTable('moderation_failures', {
  /** The primary key has one possible value, hence the table has one row. */
  only: boolean('only').primaryKey().default(true),
  count: integer('count').notNull().default(1),
  since: time('since').notNull().defaultNow(),
  /** The time at which the operator was notified by email. */
  mailedAt: time('mailed_at'),
})
