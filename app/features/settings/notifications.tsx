import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#app/contract/accounts.ts'
import { longRunMinutes } from '#app/contract/long-run.ts'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { updateMe } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { Switch } from '#app/ui/switch.tsx'
import { useToast } from '#app/ui/toast.tsx'

/** Shows what was chosen at once, and takes it back where it was not saved. */
export function Notifications({ user }: { user: User }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()

  async function change(mail_when_done: boolean) {
    setWanted(mail_when_done)
    const result = await updateMe({ data: { mail_when_done } }).catch(() => ({ ok: false as const, error: unreachable }))
    setWanted(undefined)
    if (!result.ok) return toast({ title: t`The setting was not saved`, description: failureWords(result.error), tone: 'danger' })
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: result.data })
    return toast({ title: mail_when_done ? t`We will write when a long run ends` : t`No mails about runs any more` })
  }

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
