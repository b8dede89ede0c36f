import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Install, LocalModelInfo } from '#app/contract/operator/local-models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cancelLocalModel, installLocalModel, removeLocalModel } from './local-models.functions.ts'
import { localModelsQuery } from './local-models.queries.ts'

/** A model with its facts, the progress of its installation, and what can be done with it. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function LocalModelRow({ model, onTest }: { model: LocalModelInfo; onTest: () => void }) {
  const { t, i18n } = useLingui()
  const { bytes, list } = useFormat()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [busy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, license, languages, source, checksums, task, install, installed, fits } = model
  const [size, memory] = [bytes(model.bytes), bytes(model.memory)]
  const languageNames = new Intl.DisplayNames([i18n.locale], { type: 'language' })

  async function act(call: Promise<ApiResult<unknown>>) {
    setBusy(true)
    const result = await settle(call)
    await queryClient.invalidateQueries({ queryKey: localModelsQuery.queryKey })
    setBusy(false)
    if (!result.ok) toast({ title: failureMessage(result.error), tone: 'danger' })
  }
  const start = () => void act(installLocalModel({ data: { id } }))
  const isActive = install !== null && install.state !== 'failed'

  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line/60 py-4 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name}
          {installed && (
            <span className="ml-2 text-sm font-normal text-ok">
              <Trans>installed</Trans>
            </span>
          )}
        </p>
        {task && (
          <p className="text-sm">{task === 'enlarge' ? <Trans>Enlarges images</Trans> : <Trans>Removes the background of images</Trans>}</p>
        )}
        <p className="text-sm wrap-anywhere text-ink-soft">
          <Trans>
            {size} on disk, {memory} of memory
          </Trans>
          {languages.length > 0 && <> · {list(languages.map((language) => languageNames.of(language) ?? language))}</>}
        </p>
        {(license || source) && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            {license && <Trans>License: {license}</Trans>}
            {license && source && ' · '}
            {source && <Trans>from {source}</Trans>}
          </p>
        )}
        {checksums === 'publisher' && (
          <p className="text-sm text-ink-soft">
            <Trans>This release doesn’t pin the checksums of all its files. They are verified against those of the publisher.</Trans>
          </p>
        )}
        {!installed && !isActive && fits !== 'yes' && (
          <p className="text-sm text-ink-soft">
            {fits === 'not_enough_memory' ? (
              <Trans>This machine has too little memory for it.</Trans>
            ) : (
              <Trans>The disk has too little free space for it.</Trans>
            )}
          </p>
        )}
        {install?.state === 'failed' && <Failure failure={install.failure} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {isActive ? (
          <Button
            variant="secondary"
            size="sm"
            busy={busy || install.state === 'canceling'}
            aria-label={t`Cancel the installation of ${name}`}
            onClick={() => void act(cancelLocalModel({ data: { id } }))}
          >
            <Trans>Cancel</Trans>
          </Button>
        ) : installed ? (
          <>
            {model.kind !== 'embedding' && (
              <Button variant="secondary" size="sm" aria-label={t`Test run: ${name}`} onClick={onTest}>
                <Trans>Test run</Trans>
              </Button>
            )}
            <Button variant="secondary" size="sm" busy={busy} aria-label={t`Remove ${name}`} onClick={() => setRemoving(true)}>
              <Trans>Remove</Trans>
            </Button>
          </>
        ) : (
          fits === 'yes' && (
            <Button size="sm" busy={busy} aria-label={install ? t`Continue installing ${name}` : t`Install ${name}`} onClick={start}>
              {install ? <Trans>Continue</Trans> : <Trans>Install</Trans>}
            </Button>
          )
        )}
        {install?.state === 'failed' && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={t`Discard the download of ${name}`}
            onClick={() => void act(cancelLocalModel({ data: { id } }))}
          >
            <Trans>Discard</Trans>
          </Button>
        )}
      </div>
      {isActive && <InstallProgress name={name} install={install} />}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={<Trans>Remove {name}?</Trans>}
        description={<Trans>{size} of disk space become free. To use the model again, download it again.</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
        destructive
        onConfirm={() => act(removeLocalModel({ data: { id } }))}
      />
    </li>
  )
}

function InstallProgress({ name, install }: { name: string; install: Install }) {
  const { t } = useLingui()
  const { bytes, duration, percent } = useFormat()
  const { state, step, bytes: done, total, bytes_per_second: perSecond } = install
  const isDownload = state === 'running' && step === 'download'
  const share = isDownload && total ? done / total : null
  const left = perSecond && total ? duration(((total - done) / perSecond) * 1_000) : null
  const [doneText, totalText, speed] = [bytes(done), bytes(total ?? 0), bytes(perSecond ?? 0)]
  const texts: Record<NonNullable<Install['step']>, string> = {
    runtime: done > 0 ? t`Installing the runtime: ${doneText}` : t`Installing the runtime…`,
    download: t`${doneText} of ${totalText}`,
    verify: t`Verifying the file…`,
    unpack: t`Unpacking…`,
  }
  const text = state === 'canceling' ? t`Canceling…` : state === 'waiting' || step === null ? t`Waiting…` : texts[step]
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <ProgressBar label={t`Installation of ${name}`} value={share} />
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span>{text}</span>
        {share !== null && <span>{percent(share)}</span>}
        {isDownload && perSecond !== null && <span>{t`${speed}/s`}</span>}
        {isDownload && left !== null && <span>{t`${left} left`}</span>}
      </p>
      {/* Steps only: a screen reader does not read every byte. */}
      <p role="status" className="sr-only">
        {isDownload ? t`Downloading ${name}` : text}
      </p>
    </div>
  )
}

function Failure({ failure }: { failure: Install['failure'] }) {
  const { t } = useLingui()
  const texts: Record<NonNullable<Install['failure']>, string> = {
    not_found: t`The source doesn’t have the file. Check MODELS_MIRROR, or try again later.`,
    wrong_checksum: t`The downloaded file wasn’t the expected one and has been deleted. Try again.`,
    wrong_file: t`The file in the server’s folder isn’t the expected one. Remove it there and install again.`,
    disk_full: t`The disk is full. Free some space and continue.`,
    cut: t`The source can’t be reached or keeps breaking off. Continue later; the downloaded part stays.`,
    not_enough_memory: t`This machine has too little memory for it.`,
    no_runtime: t`There is no ready-made runtime for this server’s system.`,
    runtime_failed: t`The runtime couldn’t be downloaded. Check the server’s internet connection and try again.`,
    failed: t`The installation failed. Try again; the server’s log has the reason.`,
  }
  return (
    <p role="alert" className="text-sm text-danger">
      {texts[failure ?? 'failed']}
    </p>
  )
}
