import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { User } from '#app/contract/accounts.ts'
import { longRunMinutes } from '#app/contract/long-run.ts'
import { Switch } from '#app/ui/switch.tsx'
import { useChoice } from './use-choice.ts'

/** Shows what was chosen at once, and takes it back where it was not saved. */
export function Notifications({ user }: { user: User }) {
  const { t } = useLingui()
  const { wanted, save } = useChoice<boolean>()
  const change = (mail_when_done: boolean) =>
    save(mail_when_done, { mail_when_done }, mail_when_done ? t`We will write when a long run ends` : t`No mails about runs any more`)

  return (
    <div className="grid gap-1.5">
      <Switch
        label={<Trans>Mail me when a long run has ended</Trans>}
        checked={wanted ?? user.mail_when_done}
        onCheckedChange={(next) => void change(next)}
      />
      <p className="text-sm text-ink-soft">
        <Trans>
          For what takes longer than <Plural value={longRunMinutes} one="a minute" other="# minutes" />, whether it worked or not. What
          programs run with your API keys is not mailed.
        </Trans>
      </p>
    </div>
  )
}
