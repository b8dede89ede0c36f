import { pgEnum } from 'drizzle-orm/pg-core'
import { freeTokensBars } from '#app/contract/account/accounts.ts'
import { fileKinds, kinds } from '#app/contract/base/values.ts'
import { generationErrorCodes } from '#app/contract/runs/generation-errors.ts'
import { chordParts, generationStatuses } from '#app/contract/runs/generations.ts'
import { orderCauses, orderFailures, orderKinds, orderStatuses, paymentProviders, testOutcomes } from '#app/contract/money/orders.ts'
import { refundFailures, refundStatuses } from '#app/contract/money/refunds.ts'
import { planPeriods } from '#app/contract/base/periods.ts'
import { roles } from '#app/contract/account/roles.ts'
import { subscriptionStatuses } from '#app/contract/money/subscriptions.ts'
import { entryKinds, lotSources } from '#app/contract/money/tokens.ts'
import { soldCurrencies } from '#app/contract/money/currencies.ts'
import { locales } from '#config'

export const localeEnum = pgEnum('locale', locales)
export const roleEnum = pgEnum('role', roles)
export const freeTokensBarEnum = pgEnum('free_tokens_bar', freeTokensBars)
export const kindEnum = pgEnum('kind', kinds)
export const fileKindEnum = pgEnum('file_kind', fileKinds)
export const generationStatusEnum = pgEnum('generation_status', generationStatuses)
export const waitNeedEnum = pgEnum('wait_need', ['result', 'attempt', 'end'])
export const chordPartEnum = pgEnum('chord_part', chordParts)
export const generationErrorEnum = pgEnum('generation_error', generationErrorCodes)
export const lotSourceEnum = pgEnum('lot_source', lotSources)
export const entryKindEnum = pgEnum('entry_kind', entryKinds)
export const currencyEnum = pgEnum('currency', soldCurrencies)
export const paymentProviderEnum = pgEnum('payment_provider', paymentProviders)
export const orderKindEnum = pgEnum('order_kind', orderKinds)
export const orderCauseEnum = pgEnum('order_cause', orderCauses)
export const orderStatusEnum = pgEnum('order_status', orderStatuses)
export const orderFailureEnum = pgEnum('order_failure', orderFailures)
export const planPeriodEnum = pgEnum('plan_period', planPeriods)
export const subscriptionStatusEnum = pgEnum('subscription_status', subscriptionStatuses)
export const testOutcomeEnum = pgEnum('test_outcome', testOutcomes)
export const refundStatusEnum = pgEnum('refund_status', refundStatuses)
export const refundFailureEnum = pgEnum('refund_failure', refundFailures)
export const documentKindEnum = pgEnum('document_kind', ['receipt', 'credit_note'])
export const disputeEnum = pgEnum('dispute', ['open', 'won', 'lost'])
