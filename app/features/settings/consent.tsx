import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ConsentState, personalDataConsentVersion } from '#app/contract/account/consent.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { giveConsent } from './consent.functions.ts'
import { Section } from './section.tsx'
import { consentQuery } from './settings.queries.ts'

/** The consent to the processing of personal data, where the operator asks for it. */
export function Consent() {
  const { data } = useQuery(consentQuery)
  if (!data?.required) return null
  return (
    <Section id="consent" title={<Trans>Personal data</Trans>}>
      {data.agreed?.version === data.version ? <Agreed at={data.agreed.at} /> : <Asked />}
    </Section>
  )
}

const documentLink = { to: '/legal/$document', params: { document: 'consent' }, target: '_blank', className: 'link' } as const

function Agreed({ at }: { at: NonNullable<ConsentState['agreed']>['at'] }) {
  const format = useFormat()
  return (
    <div className="grid gap-1.5">
      <p>
        <Trans>
          You <Link {...documentLink}>agreed to the processing of your personal data</Link> on <time dateTime={at}>{format.date(at)}</time>.
        </Trans>
      </p>
      <p className="text-sm text-ink-soft">
        <Trans>
          To withdraw your consent, delete the account below: it can’t exist without your email address. We’ll ask again if you keep it.
        </Trans>
      </p>
    </div>
  )
}

function Asked() {
  const { t } = useLingui()
  const { locale } = useSession()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)

  async function agree() {
    setMissing(!isTicked)
    if (!isTicked) return undefined
    setBusy(true)
    const result = await settle(giveConsent({ data: { version: personalDataConsentVersion, locale } }))
    setBusy(false)
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    queryClient.setQueryData(consentQuery.queryKey, result.data)
    await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey })
    return toast({ title: t`Thank you. Your consent is saved.` })
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Checkbox
        name="personal_data"
        checked={isTicked}
        onChange={(event) => setTicked(event.currentTarget.checked)}
        error={isMissing && !isTicked ? t`Tick the box to agree.` : undefined}
        label={
          <Trans>
            I agree to the <Link {...documentLink}>processing of my personal data</Link>.
          </Trans>
        }
      />
      <Button busy={busy} onClick={() => void agree()}>
        <Trans>Agree</Trans>
      </Button>
    </div>
  )
}
