import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink, Link2Off, Share as ShareIcon } from 'lucide-react'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Share } from '#app/contract/library/shares.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { editShare, takeBackShare } from '#app/shell/data/shares.functions.ts'
import { shareQuery } from '#app/shell/data/shares.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { applyLiveEvent } from '#app/shell/live/generation-cache.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

const day = 24 * 60 * 60 * 1000
const terms = { day, week: 7 * day, month: 30 * day } as const
type Term = keyof typeof terms | 'never' | 'kept'

const endOf = (term: Exclude<Term, 'kept'>) => (term === 'never' ? null : new Date(Date.now() + terms[term]).toISOString())

type Wish = { showPrompt: boolean; showThinking: boolean; term: Term }

type ShareDialogProps = { generation: Generation; open: boolean; onOpenChange: (open: boolean) => void }

/** The public link of one result: creates, changes, shares and deletes it. */
export function ShareDialog({ generation, open, onOpenChange }: ShareDialogProps) {
  const { data: share, isError } = useQuery({ ...shareQuery(generation.id), enabled: open })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={<Trans>Share</Trans>}>
      <div data-kind={generation.type} className="grid gap-5 py-2">
        <p className="text-ink-soft">
          <Trans>Anyone with the link can see this result without signing in. They can’t see you or your other results.</Trans>
        </p>
        {share === undefined && !isError ? (
          <Skeleton className="h-40" />
        ) : (
          <Settings key={share?.token} generation={generation} share={share ?? null} />
        )}
      </div>
    </Dialog>
  )
}

// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
function Settings({ generation, share }: { generation: Generation; share: Share | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const { dateTime } = useFormat()
  const queryClient = useQueryClient()
  const [showPrompt, setShowPrompt] = useState(share?.show_prompt ?? false)
  const [showThinking, setShowThinking] = useState(share?.show_thinking ?? false)
  const [term, setTerm] = useState<Term>(share?.expires_at ? 'kept' : 'never')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [confirming, setConfirming] = useState(false)
  const { id } = generation

  function put(next: Share | null) {
    queryClient.setQueryData(shareQuery(id).queryKey, next)
    applyLiveEvent(queryClient, { type: 'generation', data: { id, shared: next !== null } })
  }

  function showFailure(error: ApiFailure) {
    const field = error.fields?.show_prompt?.detail ?? error.fields?.expires_at?.detail
    if (field) setRefusal(field)
    else toast({ title: failureMessage(error), tone: 'danger' })
  }

  /** Creates the link, or changes the existing one. */
  async function save(wish: Wish): Promise<Share | undefined> {
    if (busy) return undefined
    setBusy(true)
    setRefusal(undefined)
    const expires_at = wish.term === 'kept' ? (share?.expires_at ?? null) : endOf(wish.term)
    const result = await settle(editShare({ data: { id, show_prompt: wish.showPrompt, show_thinking: wish.showThinking, expires_at } }))
    setBusy(false)
    if (!result.ok) {
      showFailure(result.error)
      return undefined
    }
    put(result.data)
    return result.data
  }

  function choose(wish: Wish) {
    setShowPrompt(wish.showPrompt)
    setShowThinking(wish.showThinking)
    setTerm(wish.term)
  }

  async function change(changed: Partial<Wish>) {
    const before = { showPrompt, showThinking, term }
    const wish = { ...before, ...changed }
    choose(wish)
    if (!share) return
    const saved = await save(wish)
    if (!saved) choose(before)
    else if (saved.expires_at) setTerm('kept')
  }

  async function takeBack() {
    const result = await settle(takeBackShare({ data: { id } }))
    if (!result.ok) return showFailure(result.error)
    put(null)
    toast({ title: t`The link no longer works.` })
  }

  const until = share?.expires_at ? dateTime(share.expires_at) : ''
  const items: { value: Term; label: string }[] = [
    ...(share?.expires_at ? [{ value: 'kept' as const, label: t`Until ${until}` }] : []),
    { value: 'day', label: t`1 day` },
    { value: 'week', label: t`1 week` },
    { value: 'month', label: t`1 month` },
    { value: 'never', label: t`No expiration` },
  ]

  return (
    <>
      {share && <Link share={share} title={generation.title} />}
      <div className="grid gap-4">
        <Checkbox
          label={t`Show the prompt`}
          hint={
            generation.files.length > 0
              ? t`Hidden prompts are removed from the files, too, and subtitles are off.`
              : t`When it’s hidden, only the text itself is shown.`
          }
          error={refusal}
          checked={showPrompt}
          disabled={busy}
          onChange={(event) => void change({ showPrompt: event.target.checked })}
        />
        {(generation.thinking || generation.calls || generation.tool_results) && (
          <Checkbox
            label={generation.calls || generation.tool_results ? t`Show thinking and tool steps` : t`Show the model’s thinking`}
            hint={t`It may repeat parts of the prompt.`}
            checked={showThinking}
            disabled={busy}
            onChange={(event) => void change({ showThinking: event.target.checked })}
          />
        )}
        <Select label={t`Expiration`} value={term} onValueChange={(next) => void change({ term: next })} items={items} disabled={busy} />
      </div>
      {share ? (
        <>
          <Button variant="ghost" className="-ml-4 justify-self-start text-danger" onClick={() => setConfirming(true)}>
            <Link2Off aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Delete link</Trans>
          </Button>
          <ConfirmDialog
            open={confirming}
            onOpenChange={setConfirming}
            title={<Trans>Delete the link?</Trans>}
            description={<Trans>It stops working for everyone immediately. A new link will have a different address.</Trans>}
            confirmLabel={<Trans>Delete</Trans>}
            destructive
            onConfirm={takeBack}
          />
        </>
      ) : (
        <Button busy={busy} onClick={() => void save({ showPrompt, showThinking, term })} className="justify-self-start">
          <Trans>Create link</Trans>
        </Button>
      )}
    </>
  )
}

function Link({ share, title }: { share: Share; title: string | null }) {
  const { t } = useLingui()
  const toast = useToast()
  const path = `/shared/${share.token}`
  const url = `${window.location.origin}${path}`

  async function copy() {
    try {
      await copyText(url)
      toast({ title: t`Link copied.` })
    } catch {
      toast({ title: t`Your browser blocked copying.`, tone: 'danger' })
    }
  }
  const canHandOn = typeof navigator.share === 'function'
  return (
    <div className="grid gap-3">
      <label className="grid gap-1.5">
        <span className="font-medium">{t`Link`}</span>
        <input
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="control min-h-11 w-full px-3.5 py-2 font-mono text-sm"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Copy link</Trans>
        </Button>
        {canHandOn && (
          // Closing the share sheet is not an error.
          <Button variant="secondary" onClick={() => void navigator.share({ url, ...(title && { title }) }).catch(() => undefined)}>
            <ShareIcon aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Share</Trans>
          </Button>
        )}
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-surface px-4.5 font-medium transition-colors hover:bg-wash"
        >
          <ExternalLink aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>Open</Trans>
        </a>
      </div>
    </div>
  )
}
