import { useLingui } from '@lingui/react/macro'
import type { Audience } from '#app/contract/operator/announcements.ts'
import type { BulkAct } from '#app/contract/operator/bulk-acts.ts'
import type { GenerationErrorCode } from '#app/contract/runs/generation-errors.ts'
import type { OperatorPerson } from '#app/contract/operator/operator.ts'
import type { OperatorAction } from '#app/contract/operator/operator-actions.ts'
import type { Role } from '#app/contract/account/roles.ts'
import type { OperatorOrder } from '#app/contract/money/shop.ts'

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui()
  return { member: t`Member`, support: t`Support`, operator: t`Administrator`, owner: t`Owner` }
}

export function useStateNames(): Record<OperatorPerson['state'], string> {
  const { t } = useLingui()
  return {
    active: t({ message: 'Active', context: 'state of an account' }),
    blocked: t({ message: 'Blocked', context: 'state of an account' }),
    deleting: t`Deletion scheduled`,
  }
}

export function useActionNames(): Record<OperatorAction, string> {
  const { t } = useLingui()
  return {
    tokens_granted: t`Tokens granted`,
    tokens_taken: t`Tokens taken`,
    person_blocked: t`Person blocked`,
    person_unblocked: t`Person unblocked`,
    session_ended: t`Session ended`,
    sessions_ended: t`Sessions ended`,
    api_key_revoked: t`API key revoked`,
    role_changed: t`Role changed`,
    run_stopped: t`Run stopped`,
    run_refunded: t`Run refunded`,
    run_repeated: t`Run repeated`,
    report_decided: t`Report decided`,
    safety_changed: t`Safety rules changed`,
    tools_changed: t`Tools changed`,
    content_blocked: t`Content blocked`,
    content_allowed: t`Content allowed again`,
    connection_saved: t`Connection saved`,
    connection_removed: t`Connection removed`,
    connection_switched: t`Connection turned on or off`,
    key_added: t`Key added`,
    key_changed: t`Key changed`,
    key_removed: t`Key removed`,
    model_switched: t`Model turned on or off`,
    model_priced: t`Price changed`,
    catalogue_applied: t`Model catalog applied`,
    catalogue_reverted: t`Model catalog reverted`,
    local_model_installed: t`Model installation started`,
    local_model_removed: t`Model removed from this machine`,
    codes_created: t`Codes created`,
    codes_revoked: t`Codes revoked`,
    group_created: t`Group created`,
    group_changed: t`Group changed`,
    group_deleted: t`Group deleted`,
    group_assigned: t`Group assigned`,
    limits_changed: t`Limits changed`,
    bulk_started: t`Bulk action started`,
    bulk_stopped: t`Bulk action stopped`,
    note_written: t`Note written`,
    note_deleted: t`Note deleted`,
    announcement_created: t`Announcement published`,
    announcement_changed: t`Announcement changed`,
    announcement_ended: t`Announcement ended`,
    recipe_published: t`Recipe published`,
    recipes_imported: t`Recipes imported`,
    recipe_unpublished: t`Recipe unpublished`,
    maintenance_changed: t`Maintenance turned on or off`,
    job_retried: t`Job run again`,
    mail_retried: t`Email sent again`,
    audit_started: t`Audit started`,
    alert_snoozed: t`Alert hidden or shown`,
    order_checked: t`Payment of an order recorded`,
    order_refunded: t`Refund started`,
    refund_ended: t`Refund ended`,
    model_draft_saved: t`Draft of a model saved`,
    model_draft_discarded: t`Draft of a model discarded`,
    model_draft_tested: t`Draft of a model tested`,
    model_published: t`Model published`,
    model_restored: t`Earlier version of a model restored`,
    model_removed: t`Definition of a model removed`,
    shop_changed: t`Shop changed`,
    shop_restored: t`Earlier version of the shop restored`,
    email_confirmed: t`Email confirmed`,
    second_step_reset: t`Two-factor authentication reset`,
    export_sent: t`Data export sent`,
    deletion_scheduled: t`Deletion scheduled`,
    content_viewed: t`Content viewed`,
    voice_removed: t`Voice removed`,
  }
}

export function useAudienceNames(): Record<Audience, string> {
  const { t } = useLingui()
  return {
    everybody: t`Everyone, visitors too`,
    signed_in: t`Everyone signed in`,
    member: t`Members only`,
    support: t`Support only`,
    operator: t`Administrators only`,
    owner: t`Owners only`,
  }
}

export function useBulkActNames(): Record<BulkAct['kind'], string> {
  const { t } = useLingui()
  return { set_group: t`Set group`, grant_tokens: t`Grant tokens`, block: t`Block` }
}

/** Short names of the causes of failed runs. */
export function useFailureNames(): Record<GenerationErrorCode, string> {
  const { t } = useLingui()
  return {
    refused: t`Declined`,
    result_refused: t`Result declined`,
    too_long: t`Request too long`,
    model_gone: t`Model no longer offered`,
    invalid_input: t`Unusable request`,
    provider_auth: t`Service key or balance`,
    rate_limited: t`Service too busy`,
    temporary: t`Service not responding`,
    timeout: t`Took too long`,
    internal: t`Fault of this server`,
    text_too_short: t`Text too short`,
    nothing_to_say: t`Nothing to read aloud`,
    no_language_model: t`Needs a language model`,
    answer_lost: t`Answer lost`,
    empty_answer: t`Empty answer`,
    thoughts_only: t`Only reasoning`,
    thought_to_limit: t`Limit used up by thinking`,
    called_tool: t`Tool call instead of an answer`,
    storage_unavailable: t`File storage not responding`,
    storage_full: t`Disk full`,
  }
}

export function useOrderStatusNames(): Record<OperatorOrder['status'], string> {
  const { t } = useLingui()
  return {
    pending: t({ message: 'Not paid yet', context: 'order' }),
    paid: t({ message: 'Paid', context: 'order' }),
    failed: t({ message: 'Failed', context: 'order' }),
    canceled: t({ message: 'Canceled', context: 'order' }),
  }
}

export function useProviderNames(): Record<OperatorOrder['provider'], string> {
  const { t } = useLingui()
  return { stripe: 'Stripe', yookassa: t`YooKassa`, test: t`Test checkout` }
}
