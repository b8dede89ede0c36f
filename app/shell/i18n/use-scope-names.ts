import { useLingui } from '@lingui/react/macro'
import type { ApiKeyScope } from '#app/contract/account/api-keys.ts'

/** A key's permissions: a short name and a sentence. */
export function useScopeNames(): Record<ApiKeyScope, { short: string; long: string }> {
  const { t } = useLingui()
  return {
    read: { short: t`view results`, long: t`View your results, files, models and balance` },
    generate: { short: t`run models`, long: t`Create results and pay with your tokens` },
    operator: { short: t`administer the server`, long: t`Administer the server within your role` },
    library: { short: t`edit results`, long: t`Edit, share and delete results` },
  }
}
