import { useLingui } from '@lingui/react/macro'
import type { ConnectionTest } from '#app/contract/operator/connections.ts'

/** Returns the messages of a test’s outcome. */
export function useVerdicts(): Record<ConnectionTest['verdict'], string> {
  const { t } = useLingui()
  return {
    works: t`The connection works.`,
    untested: t`The service is reachable. Only a run can test its key.`,
    refused: t`The service refused the key.`,
    late: t`The service didn’t respond in time.`,
    unreachable: t`The service can’t be reached.`,
    busy: t`The service isn’t taking requests right now.`,
    failed: t`The service responded with an error.`,
  }
}
