import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, Copy, Share2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { referralsQuery } from '#app/shell/data/account.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import * as config from '#config'
import { useCopy } from '#app/ui/controls/use-copy.ts'

const neverChanges = () => () => {}

/** Returns the browser's origin, because the server may not know its public URL. */
function useOrigin() {
  return useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
}

function useCanShare() {
  return useSyncExternalStore(
    neverChanges,
    () => 'share' in navigator,
    () => false,
  )
}

/** The person's referral link and the number of sign-ups through it. */
export function ReferralLink() {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(referralsQuery)
  const canShare = useCanShare()
  const link = `${useOrigin()}/?${config.referral.queryParam}=${encodeURIComponent(data.code)}`
  const { copied, copy } = useCopy(link, t`Select the link and copy it manually.`)

  async function share() {
    try {
      await navigator.share({ title: config.name, url: link })
    } catch (error) {
      // Closing the share sheet is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy()
    }
  }

  const CopyIcon = copied ? Check : Copy
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <TextField
          label={t`Your link`}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          spellCheck={false}
          className="text-ellipsis"
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => void copy()} className="max-sm:flex-1">
            <CopyIcon aria-hidden className="size-5" strokeWidth={1.75} />
            <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
          </Button>
          {canShare && (
            <Button variant="secondary" onClick={() => void share()} className="max-sm:flex-1">
              <Share2 aria-hidden className="size-5" strokeWidth={1.75} />
              <Trans>Share</Trans>
            </Button>
          )}
        </div>
      </div>
      <Reward {...data.reward} />
      <p className="text-ink-soft">
        <Plural
          value={data.joined}
          _0="No one has signed up with it yet."
          one="# person has signed up with it."
          other="# people have signed up with it."
        />
      </p>
    </>
  )
}

/** The reward for both, as configured. */
function Reward({ inviter, invited }: { inviter: number; invited: number }) {
  const format = useFormat()
  if (inviter === 0 && invited === 0) return null
  const [yours, theirs] = [format.tokens(inviter), format.tokens(invited)]
  return (
    <p>
      {invited === 0 ? (
        <Trans>After their first purchase, you get {yours}.</Trans>
      ) : inviter === 0 ? (
        <Trans>After their first purchase, they get a bonus of {theirs}.</Trans>
      ) : (
        <Trans>
          After their first purchase, you get {yours} and they get a bonus of {theirs}.
        </Trans>
      )}{' '}
      <Trans>Both of you need to confirm your email.</Trans>
    </p>
  )
}
