import { useLingui } from '@lingui/react/macro'
import type { CallPhase, FailedCall } from '#app/contract/base/call-failures.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

type Call = Pick<FailedCall, 'service_status' | 'call_failure'>

/** Returns what says how the call of the last failed attempt ended; null if none failed. */
export function useFailedCall(): (call: Call) => string | null {
  const { t } = useLingui()
  const format = useFormat()
  const phases: Record<CallPhase, string> = {
    connect: t`service: no connection`,
    headers: t`service: no answer`,
    stream: t`service: the answer broke off`,
    result: t`service: no usable result`,
  }
  return ({ service_status: status, call_failure: failure }) => {
    const parts = [
      status === null ? null : t`service: HTTP ${String(status)}`,
      // A status is an answer, and says more than its phase.
      failure?.phase && !(failure.phase === 'headers' && status !== null) ? phases[failure.phase] : null,
      failure?.errno,
      failure && (status !== null || failure.phase !== null) ? t`after ${format.duration(failure.ms)}` : null,
    ].filter((part) => part != null)
    return parts.length === 0 ? null : parts.join(' · ')
  }
}
