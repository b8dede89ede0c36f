import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { CircleAlert, ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import { avatarMegabytes, avatarTypes } from '#app/contract/account/avatar.ts'
import { Avatar } from '#app/shell/account/avatar.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { removeAvatar } from './avatar.functions.ts'
import { sendAvatar } from './send-avatar.ts'

/** The person's photo, with its limits stated and errors shown next to it. */
export function AvatarField({ user }: { user: User }) {
  const { t } = useLingui()
  const toast = useToast()
  const id = useId()
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<'choose' | 'remove'>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const show = (changed: Partial<User>) =>
    queryClient.setQueryData(sessionQuery.queryKey, (session) =>
      session?.user ? { ...session, user: { ...session.user, ...changed } } : session,
    )

  async function set(file: File) {
    if (!avatarTypes.some((type) => type === file.type)) return setProblem(t`This isn’t a PNG, JPEG or WebP image. Choose another file.`)
    if (file.size > avatarMegabytes * 1_000_000) return setProblem(t`This file is larger than ${avatarMegabytes} MB. Choose a smaller one.`)
    setProblem(undefined)
    setBusy('choose')
    const result = await sendAvatar(file)
    setBusy(undefined)
    if (!result.ok) return setProblem(result.error.fields?.file?.detail || failureMessage(result.error))
    show(result.data)
    return toast({ title: t`Photo saved` })
  }

  async function remove() {
    setProblem(undefined)
    setBusy('remove')
    const result = await settle(removeAvatar())
    setBusy(undefined)
    if (!result.ok) return setProblem(failureMessage(result.error))
    // The clicked button disappears, and the focus must not be lost.
    choose.current?.focus()
    show({ avatar_url: null })
    return toast({ title: t`Photo removed` })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar user={user} className="size-18 text-2xl" />
      <div className="grid min-w-0 flex-1 basis-56 gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            ref={choose}
            variant="secondary"
            size="sm"
            busy={busy === 'choose'}
            disabled={!hydrated || busy === 'remove'}
            aria-describedby={`${id}-hint ${id}-problem`}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden className="size-4" strokeWidth={1.75} />
            {user.avatar_url ? <Trans>Change photo</Trans> : <Trans>Add a photo</Trans>}
          </Button>
          {user.avatar_url && (
            <Button variant="secondary" size="sm" busy={busy === 'remove'} disabled={busy === 'choose'} onClick={() => void remove()}>
              <Trans>Remove photo</Trans>
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          <Trans>PNG, JPEG or WebP, up to {avatarMegabytes} MB. We’ll crop it to a square.</Trans>
        </p>
        <div id={`${id}-problem`} aria-live="polite" className={problem ? 'flex gap-1.5 text-sm text-danger' : 'sr-only'}>
          {problem && (
            <>
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
              <span>{problem}</span>
            </>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={avatarTypes.join(',')}
          aria-label={t`Photo`}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // Allows choosing the same file again after a failure.
            currentTarget.value = ''
            if (file) void set(file)
          }}
        />
      </div>
    </div>
  )
}
