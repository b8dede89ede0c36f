// Apart from the other schemas, because only the page of the system reads the names.

/** The rules of the audit that have a name on the page of the system. Results, metrics and the log name them in these words. */
export const auditRules = [
  'the account is the sum of its ledger',
  'what is available is what remains in the lots',
  'what is owed is what was taken back and could not be taken',
  'a lot is not larger than what was granted',
  'an order is paid when there is a payment for it',
  'a payment is of its order, by its person',
  'a payment has granted what was bought, once',
  'what a payment no longer pays for is taken back',
  'a payment has one receipt, and credit notes over what was refunded',
  'a reward for an invitation is for somebody else’s purchase',
  'what is held is held for unfinished generations',
  'an unfinished generation holds its price, and less than a token more',
  'a finished generation is paid once or not at all',
  'what runs cost is what their tokens were broken for',
  'the size of a work is the sum of its files',
  'a person’s storage is the sum of their files',
  'the counts of a library are those of its works',
  'a run waits for an unfinished run of its person',
  'a run that waits has a run to wait for',
  'documents are numbered without gaps',
  'what the service refunded contains the refunds made here',
  'no hold is older than the longest run',
  'every file is in the storage',
] as const
export type AuditRule = (typeof auditRules)[number]
