import { useLingui } from '@lingui/react/macro'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'

export function useStatusNames(): Record<GenerationStatus, string> {
  const { t } = useLingui()
  return { queued: t`Waiting`, running: t`In progress`, succeeded: t`Ready`, failed: t`Failed`, canceled: t`Canceled` }
}
