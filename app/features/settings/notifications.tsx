import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { User } from '#app/contract/account/accounts.ts'
import { longRunMinutes } from '#app/contract/runs/long-run.ts'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useChoice } from './use-choice.ts'

/** The choice of emails, shown at once and reverted if it could not be saved. */
export function Notifications({ user }: { user: User }) {
  const { t } = useLingui()
  const { wanted, save } = useChoice<boolean>()
  const asked = useChoice<boolean>()
  const changeAsked = (mail_when_asked: boolean) =>
    asked.save(
      mail_when_asked,
      { mail_when_asked },
      mail_when_asked ? t`We’ll email you when something waits for your approval` : t`We won’t email you about approvals anymore`,
    )
  const change = (mail_when_done: boolean) =>
    save(
      mail_when_done,
      { mail_when_done },
      mail_when_done ? t`We’ll email you when a long job is done` : t`We won’t email you about long jobs anymore`,
    )

  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <Switch
          label={<Trans>Email me when a long job is done</Trans>}
          checked={wanted ?? user.mail_when_done}
          onCheckedChange={(next) => void change(next)}
        />
        <p className="text-sm text-ink-soft">
          <Trans>
            For jobs longer than <Plural value={longRunMinutes} one="a minute" other="# minutes" />, whether they succeed or fail. Jobs
            started with your API keys aren’t included.
          </Trans>
        </p>
      </div>
      <div className="grid gap-1.5">
        <Switch
          label={<Trans>Email me when something waits for my approval</Trans>}
          checked={asked.wanted ?? user.mail_when_asked}
          onCheckedChange={(next) => void changeAsked(next)}
        />
        <p className="text-sm text-ink-soft">
          <Trans>When an API key asks for more than its budget, and when an assistant has waited ten minutes for your answer.</Trans>
        </p>
      </div>
    </div>
  )
}
