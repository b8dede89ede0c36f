import { useLingui } from '@lingui/react/macro'
import { type AuditRule, auditRules } from '#app/contract/operator/audit-rules.ts'

/** Returns the name of a rule of the audit; a rule of another version keeps its own. */
export function useAuditRules(): (rule: string) => string {
  const { t } = useLingui()
  const names: Record<AuditRule, string> = {
    'the account is the sum of its ledger': t`The account is the sum of its ledger`,
    'what is available is what remains in the lots': t`What is available is what remains in the lots`,
    'what is owed is what was taken back and could not be taken': t`What is owed is what couldn’t be reversed`,
    'a lot is not larger than what was granted': t`A lot is not larger than what was granted`,
    'an order is paid when there is a payment for it': t`An order is paid when there is a payment for it`,
    'a payment is of its order, by its person': t`A payment belongs to its order and its person`,
    'a payment has granted what was bought, once': t`A payment has granted what was bought, once`,
    'what a payment no longer pays for is taken back': t`What a refunded payment granted is reversed`,
    'a payment has one receipt, and credit notes over what was refunded': t`A payment has one receipt, and credit notes for what was refunded`,
    'documents are numbered without gaps': t`Receipts and credit notes are numbered without gaps`,
    'what the service refunded contains the refunds made here': t`What the service refunded contains the refunds made here`,
    'a reward for an invitation is for somebody else’s purchase': t`A reward for an invitation is for someone else’s purchase`,
    'what is held is held for unfinished generations': t`What is held is held for unfinished runs`,
    'an unfinished generation holds its price, and less than a token more': t`An unfinished run holds its price, and less than a token more`,
    'a finished generation is paid once or not at all': t`A finished run is paid once or not at all`,
    'what runs cost is what their tokens were broken for': t`What is left of started tokens matches the prices of runs`,
    'the size of a work is the sum of its files': t`The size of a result is the sum of its files`,
    'a person’s storage is the sum of their files': t`A person’s storage is the sum of their files`,
    'the counts of a library are those of its works': t`The counts of a library are those of its results`,
    'a run waits for an unfinished run of its person': t`A run waits for an unfinished run of the same person`,
    'a run that waits has a run to wait for': t`A waiting run has something to wait for`,
    'no hold is older than the longest run': t`No hold is older than the longest run`,
    'every file is in the storage': t`Every file is in the storage`,
  }
  return (rule) => {
    const known = auditRules.find((one) => one === rule)
    return known === undefined ? rule : names[known]
  }
}
