import { Trans } from '@lingui/react/macro'
import { useFormat } from '#app/shell/i18n/format.ts'
import * as config from '#config'

export function Updated({ className = '' }: { className?: string }) {
  const { calendarDate } = useFormat()
  const day = calendarDate(config.legal.updated)
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      <Trans>
        Last updated <time dateTime={config.legal.updated}>{day}</time>
      </Trans>
    </p>
  )
}
