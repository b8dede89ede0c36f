import * as v from 'valibot'
import { callFailureSchema } from '../base/call-failures.ts'
import { generationErrorCodes } from '../runs/generation-errors.ts'
import {
  givenDaySchema,
  idSchema,
  listOf,
  localeSchema,
  pageOf,
  pageQueryEntries,
  sortedBy,
  timestampSchema,
  tokenAmountSchema,
} from '../base/common.ts'
import { generationStatuses } from '../runs/generations.ts'
import { restReason } from '../money/milli.ts'
import { orderStatuses } from '../money/orders.ts'
import { localKinds } from './local-models.ts'
import { operatorActions } from './operator-actions.ts'
import { operatorRights, personStates } from './operator-rights.ts'
import { roles } from '../account/roles.ts'
import { proofSchema } from '../base/security.ts'
import { freeText } from '../base/text.ts'
import { entryKinds, lotSources, moneySchema, tokenLotSchema } from '../money/tokens.ts'
import { kinds, searchMaxLength } from '../base/values.ts'

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The values that an act changed, by field. */
const recordedSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))
export type Recorded = v.InferOutput<typeof recordedSchema>

/** The reason of an act on an account or a run of somebody else, stored in the audit log. */
export const reasonSchema = v.pipe(freeText('required'), v.trim(), v.nonEmpty('required'), v.maxLength(500, 'too_long'))

/** The caller's role, and whether their second step lets them in: `missing` refuses every other call of the operator. */
export const operatorAccessSchema = v.object({
  role: v.picklist(roles),
  rights: v.array(v.picklist(operatorRights)),
  second_step: v.picklist(['on', 'missing', 'not_needed']),
  /** The most tokens that the caller may grant or take at once; null without a limit. */
  grant_limit: v.nullable(tokenAmountSchema),
})
export type OperatorAccess = v.InferOutput<typeof operatorAccessSchema>

/** The days of an overview, inclusive, in UTC. */
export const overviewQuerySchema = v.object({ from: v.optional(givenDaySchema), to: v.optional(givenDaySchema) })

const runCounts = { runs: countSchema, succeeded: countSchema, failed: countSchema, canceled: countSchema, tokens: tokenAmountSchema }

export const operatorOverviewSchema = v.object({
  from: v.pipe(v.string(), v.isoDate()),
  to: v.pipe(v.string(), v.isoDate()),
  people: v.object({
    total: countSchema,
    /** Accounts created within the days. */
    joined: countSchema,
    /** People who submitted a run within the days, by the days of their time zones. */
    active: countSchema,
    blocked: countSchema,
  }),
  /** One row for each day and kind that had any runs. */
  days: v.array(v.object({ date: v.pipe(v.string(), v.isoDate()), type: v.picklist(kinds), ...runCounts })),
  /** The most used first. Costs and margins are in dollars. */
  models: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      type: v.picklist(kinds),
      ...runCounts,
      /** The runs whose cost is known: successful ones of models with a cost in the catalogue, or without any cost. */
      costed_runs: countSchema,
      /** Their cost; null if it is known for none. */
      cost: v.nullable(v.number()),
      /** The value of the tokens that were charged for all runs; null if the shop sells none for dollars. */
      value: v.nullable(v.number()),
      /** Value less cost of the runs whose cost is known. */
      margin: v.nullable(v.number()),
    }),
  ),
  /** Dollars for a token at the lowest price at which the shop sells any; null if it sells none for dollars. */
  token_value: v.nullable(v.number()),
  failures: v.array(v.object({ code: v.picklist(generationErrorCodes), runs: countSchema })),
  /** Money received within the days, less refunds, by currency. Test purchases are left out. */
  revenue: v.array(moneySchema),
  /** The same by the day on which it was received. */
  revenue_days: v.array(v.object({ date: v.pipe(v.string(), v.isoDate()), ...moneySchema.entries })),
  /** Tokens of all people: a liability of the installation. */
  tokens: v.object({ available: tokenAmountSchema, held: tokenAmountSchema, debt: tokenAmountSchema }),
  queue: v.object({
    waiting: countSchema,
    running: countSchema,
    /** Null if nothing waits. */
    oldest_waiting_at: v.nullable(timestampSchema),
  }),
})
export type OperatorOverview = v.InferOutput<typeof operatorOverviewSchema>

export const yesOrNo = ['yes', 'no'] as const
export const paidStates = ['yes', 'test', 'no'] as const

const personEntries = {
  id: idSchema,
  email: v.string(),
  name: v.nullable(v.string()),
  role: v.picklist(roles),
  state: v.picklist(personStates),
  email_verified: v.boolean(),
  created_at: timestampSchema,
  /** The last use of any session; null if the person never signed in. */
  last_seen_at: v.nullable(timestampSchema),
  available: tokenAmountSchema,
  held: tokenAmountSchema,
  /** Tokens charged for runs and voices. */
  spent: tokenAmountSchema,
  /** Money paid in all, less refunds, by currency; `test` for payments at the test checkout, where no money moves. */
  paid: v.array(v.object({ ...moneySchema.entries, test: v.boolean() })),
  /** The default group has no name. */
  group: v.object({ id: idSchema, name: v.nullable(v.string()) }),
}
export const operatorPersonSchema = v.object(personEntries)
export type OperatorPerson = v.InferOutput<typeof operatorPersonSchema>

export const peopleSorts = ['joined', 'seen', 'balance', 'spent', 'paid'] as const
export type PeopleSort = (typeof peopleSorts)[number]

export const peopleQuerySchema = v.object({
  ...pageQueryEntries,
  /** `paid` sorts by the currency of most payments; payments at the test checkout count only while there are no others. */
  ...sortedBy(peopleSorts),
  /** The beginning of an email address or a name, an id of a person, or an id of an order. */
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  role__in: v.optional(listOf(roles)),
  state__in: v.optional(listOf(personStates)),
  group: v.optional(idSchema),
  /** Whether the person has ever submitted a run. */
  ran: v.optional(v.picklist(yesOrNo, 'not_an_option')),
  /** `test`: paid at the test checkout only. */
  paid: v.optional(v.picklist(paidStates, 'not_an_option')),
})
export const peoplePageSchema = pageOf(operatorPersonSchema)

/** Where all tokens of a person came from, and where those went that are not in the balance. */
export const tokenSourcesSchema = v.object({
  /** The largest first. `run`: returned by hand for a run; `change`: made up of the change of small prices; null: no longer known. */
  received: v.array(v.object({ source: v.nullable(v.picklist([...lotSources, 'run', restReason])), amount: tokenAmountSchema })),
  /** Charged for runs and voices. */
  spent: tokenAmountSchema,
  expired: tokenAmountSchema,
  /** Refunded purchases, and tokens that an operator took. */
  reversed: tokenAmountSchema,
  /** Paid off debts. */
  repaid: tokenAmountSchema,
})
export type TokenSources = v.InferOutput<typeof tokenSourcesSchema>

export const operatorPersonDetailsSchema = v.object({
  ...personEntries,
  locale: localeSchema,
  two_factor: v.boolean(),
  debt: tokenAmountSchema,
  lots: v.array(tokenLotSchema),
  token_sources: tokenSourcesSchema,
  /** The person's own limits; null for those of the group. */
  limits: v.object({
    daily_tokens: v.nullable(tokenAmountSchema),
    concurrent_runs: v.nullable(countSchema),
    storage_megabytes: v.nullable(countSchema),
  }),
  /** Notes of people with a role, newest first. */
  notes: v.array(v.object({ id: idSchema, text: v.string(), author: v.nullable(v.string()), created_at: timestampSchema })),
  /** Consents to the processing of personal data, newest first. Older servers omit them. */
  consents: v.optional(
    v.array(
      v.object({
        /** The version of the text. */
        version: v.string(),
        locale: localeSchema,
        /** When the person agreed. */
        agreed_at: timestampSchema,
        /** When the consent was withdrawn; null while it is in force. */
        withdrawn_at: v.nullable(timestampSchema),
      }),
    ),
    [],
  ),
  sessions: countSchema,
  api_keys: countSchema,
  /** All runs, and those of the last 30 days. */
  runs: v.object({ total: countSchema, recent: countSchema, failed_recently: countSchema }),
  orders: v.array(
    v.object({
      id: idSchema,
      kind: v.picklist(['pack', 'plan']),
      item: v.string(),
      price: moneySchema,
      status: v.picklist(orderStatuses),
      test: v.boolean(),
      created_at: timestampSchema,
    }),
  ),
  /** Acts of the caller that this person's role allows. */
  rights: v.array(v.picklist(operatorRights)),
})
export type OperatorPersonDetails = v.InferOutput<typeof operatorPersonDetailsSchema>

/** A ledger entry as support sees it: without the prompt of its run. */
export const operatorEntrySchema = v.object({
  id: idSchema,
  kind: v.picklist(entryKinds),
  amount: tokenAmountSchema,
  source: v.nullable(v.picklist(lotSources)),
  run: v.nullable(v.object({ id: idSchema, type: v.picklist(kinds), model: v.string() })),
  /** The order that bought these tokens or whose refund reversed them. */
  order: v.nullable(v.object({ id: idSchema, item: v.string() })),
  /** The email of the person who granted or took them by hand; null for everything else and for the command line. */
  by: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  created_at: timestampSchema,
})
export const operatorEntryPageSchema = pageOf(operatorEntrySchema)
export type OperatorEntry = v.InferOutput<typeof operatorEntrySchema>

export const runsSorts = ['time', 'duration', 'tokens'] as const
export type RunsSort = (typeof runsSorts)[number]

export const runsQuerySchema = v.object({
  ...pageQueryEntries,
  ...sortedBy(runsSorts),
  /** The id of a run, or the beginning of a person's email. Prompts are private. */
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
  person: v.optional(idSchema),
  type__in: v.optional(listOf(kinds)),
  status__in: v.optional(listOf(generationStatuses)),
  error__in: v.optional(listOf(generationErrorCodes)),
  model: v.optional(v.pipe(v.string(), v.maxLength(100, 'too_long'))),
  /** Days of the submit, inclusive, in UTC. */
  from: v.optional(givenDaySchema),
  to: v.optional(givenDaySchema),
  /** Finished runs that took at least this long. */
  min_seconds: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'invalid'), v.transform(Number))),
})

/** A run as the operator sees it: never its prompt, its inputs or its results. */
export const operatorRunSchema = v.object({
  id: idSchema,
  person: v.object({ id: idSchema, email: v.string() }),
  type: v.picklist(kinds),
  model: v.object({ id: v.string(), name: v.string() }),
  status: v.picklist(generationStatuses),
  error: v.nullable(v.object({ code: v.picklist(generationErrorCodes), detail: v.string(), option: v.nullable(v.string()) })),
  /** The HTTP status of the service's answer to the last attempt that failed; null if no attempt failed or no answer came. */
  service_status: v.nullable(countSchema),
  /** The failed call of that attempt; null if no call failed. */
  call_failure: v.nullable(callFailureSchema),
  attempts: countSchema,
  price: tokenAmountSchema,
  charged: v.nullable(tokenAmountSchema),
  /** The operator's cost in dollars; null if it is unknown, and for callers who may not see the overview. */
  cost: v.nullable(v.number()),
  /** Whether its tokens were returned by hand. */
  refunded: v.boolean(),
  by_api_key: v.boolean(),
  /** Why the caller can neither refund it nor run it again; null if its person is within their reach. */
  out_of_reach: v.nullable(v.picklist(['own_account', 'role_too_high'])),
  created_at: timestampSchema,
  started_at: v.nullable(timestampSchema),
  finished_at: v.nullable(timestampSchema),
})
export type OperatorRun = v.InferOutput<typeof operatorRunSchema>
/** The prompt and the results of a run, whose view is in the audit log. */
export const operatorContentSchema = v.object({
  prompt: v.string(),
  title: v.nullable(v.string()),
  text: v.nullable(v.string()),
  /** Links work for a short time. */
  files: v.array(v.object({ id: idSchema, media_type: v.string(), url: v.string() })),
})
export type OperatorContent = v.InferOutput<typeof operatorContentSchema>
export const operatorRunPageSchema = pageOf(operatorRunSchema)

/** Tokens to grant, or, below zero, to take. */
export const changeTokensSchema = v.object({
  amount: v.pipe(
    v.number('invalid'),
    v.safeInteger('invalid'),
    v.minValue(-1_000_000_000, 'too_small'),
    v.maxValue(1_000_000_000, 'too_large'),
    v.check((amount) => amount !== 0, 'invalid'),
  ),
  reason: reasonSchema,
})
export const giveReasonSchema = v.object({ reason: reasonSchema })
/** An act on somebody's account, with a proof of the operator's own identity. */
export const accountActSchema = v.object({ reason: reasonSchema, ...proofSchema.entries })
export const assignRoleSchema = v.object({ role: v.picklist(roles, 'not_an_option'), reason: reasonSchema })

export const auditQuerySchema = v.object({
  ...pageQueryEntries,
  /** The account concerned, or the one that acted. */
  person: v.optional(idSchema),
  actor: v.optional(idSchema),
  action__in: v.optional(listOf(operatorActions)),
  /** The beginning of the email of either person, or words of the reason. */
  q: v.optional(v.pipe(freeText(), v.trim(), v.maxLength(searchMaxLength, 'too_long'))),
})

const namedSchema = v.object({ id: idSchema, email: v.string() })

export const operatorActSchema = v.object({
  id: idSchema,
  action: v.picklist(operatorActions),
  /** Null for the command line. */
  actor: v.nullable(namedSchema),
  /** The actor's API key, if a program acted; its name is null once the account is erased. */
  api_key: v.nullable(v.object({ id: idSchema, name: v.nullable(v.string()) })),
  person: v.nullable(namedSchema),
  run_id: v.nullable(idSchema),
  before: v.nullable(recordedSchema),
  after: v.nullable(recordedSchema),
  reason: v.string(),
  address: v.nullable(v.string()),
  created_at: timestampSchema,
})
export type OperatorAct = v.InferOutput<typeof operatorActSchema>
export const auditPageSchema = pageOf(operatorActSchema)

/** Model servers that people run next to this one, by the ports that they usually have. */
export const knownServers = ['ollama', 'lm_studio', 'comfyui', 'a1111'] as const
export type KnownServer = (typeof knownServers)[number]

/** Ways to models other than the built-in ones. */
export const modelSourcesSchema = v.object({
  /** Some of the models that can be installed on this machine; sizes in bytes. */
  local: v.array(
    v.object({ id: v.string(), kind: v.picklist(localKinds), name: v.string(), bytes: v.number(), memory: v.number(), fits: v.boolean() }),
  ),
  /** Servers that answer on this machine. */
  servers: v.array(v.object({ kind: v.picklist(knownServers), url: v.string(), connected: v.boolean() })),
})
export type ModelSources = v.InferOutput<typeof modelSourcesSchema>
