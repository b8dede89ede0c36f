import { Trans, useLingui } from '@lingui/react/macro'
import { restReason } from '#app/contract/money/milli.ts'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Part } from './person-part.tsx'

/** Why a person has the tokens that they have: all that came in, less all that went out. */
export function TokenSources({ person }: { person: OperatorPersonDetails }) {
  const { t } = useLingui()
  const format = useFormat()
  const { received, spent, expired, reversed, repaid } = person.token_sources
  const names = {
    welcome: t`Welcome tokens`,
    pack: t`Token packs`,
    plan: t`Plan`,
    referral: t`Invitations`,
    grant: t`Granted by hand`,
    code: t`Codes`,
    run: t`Returned for runs`,
    [restReason]: t`Made up of leftovers`,
  }
  const lines = [
    ...received.map(({ source, amount }) => ({ name: source ? names[source] : t`Other`, amount })),
    { name: t`Spent`, amount: -spent },
    { name: t`Expired`, amount: -expired },
    { name: t`Reversed`, amount: -reversed },
    { name: t`Debt repaid`, amount: -repaid },
  ].filter(({ amount }) => amount !== 0)
  if (lines.length === 0) return null
  return (
    <Part id="person-token-sources" title={<Trans>Where the tokens come from</Trans>}>
      <dl className="tabular max-w-md">
        {lines.map(({ name, amount }) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line/60 py-2">
            <dt>{name}</dt>
            <dd className={amount < 0 ? 'text-ink-soft' : ''}>{format.number(amount, { signDisplay: 'always' })}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2 font-medium">
          <dt>{person.held > 0 ? <Trans>Balance, with what is reserved</Trans> : <Trans>Balance</Trans>}</dt>
          <dd>{format.number(person.available + person.held)}</dd>
        </div>
      </dl>
    </Part>
  )
}
