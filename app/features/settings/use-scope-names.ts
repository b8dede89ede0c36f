import { useLingui } from '@lingui/react/macro'
import type { ApiKeyScope } from '#app/contract/api-keys.ts'

/** What a key may do, in two words and in a sentence. */
export function useScopeNames(): Record<ApiKeyScope, { short: string; long: string }> {
  const { t } = useLingui()
  return {
    read: { short: t`sees works`, long: t`See your works, files, models and balance` },
    generate: { short: t`runs models`, long: t`Run models and pay with your tokens` },
    library: { short: t`changes works`, long: t`Change, share and delete works` },
  }
}
