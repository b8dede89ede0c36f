import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { FileAudio, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { longestVoiceName } from '#app/contract/runs/own-voice.ts'
import type { OwnVoices } from '#app/contract/runs/voices.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { createVoice } from '#app/shell/data/voices.functions.ts'
import { ownVoicesQuery } from '#app/shell/data/voices.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { Checkbox, TextField } from '#app/ui/controls/field.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { AudioPlayer } from '../media.tsx'
import { Recorder } from '../recorder.tsx'
import { useLoudness } from '../use-loudness.ts'

type NewVoiceProps = { voices: OwnVoices; services: OwnVoices['services']; onClose: () => void }

/** A new voice: recording, name and consent. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function NewVoice({ voices: { price, consent }, services, onClose }: NewVoiceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [service, setService] = useState(services[0]?.id ?? '')
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [agreed, setAgreed] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState<ApiFailure>()
  /** The upload of the chosen file, which another attempt uses again. */
  const uploaded = useRef<{ file: File; id: string }>(undefined)
  const closed = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])
  const { min_seconds: least = 30, max_seconds: most = 120 } = services.find(({ id }) => id === service) ?? {}
  const [leastText, mostText] = [format.duration(least * 1_000), format.duration(most * 1_000)]
  const { fields } = failure ?? {}
  const recordingProblem = fields?.upload_id?.detail ?? fields?.file?.detail

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!file) return
    setFailure(undefined)
    setProgress(0)
    const error = await send(file)
    setProgress(null)
    if (error) return setFailure(error)
    await queryClient.invalidateQueries(ownVoicesQuery)
    onClose()
  }

  async function send(chosen: File): Promise<ApiFailure | undefined> {
    if (uploaded.current?.file !== chosen) {
      const signal = closed.current?.signal ?? new AbortController().signal
      const sent = await uploadFile(chosen, { signal, onProgress: setProgress })
      if (!sent.ok) return sent.error
      uploaded.current = { file: chosen, id: sent.data.id }
    }
    const { version, locale } = consent
    const data = { service, name, upload_id: uploaded.current.id, consent: { version, locale }, max_price: price }
    const made = await settle(createVoice({ data }))
    return made.ok ? undefined : made.error
  }

  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card border border-line bg-surface p-4"
    >
      {services.length > 1 && (
        <Select
          label={t`Service`}
          value={service}
          onValueChange={setService}
          items={services.map((one) => ({ value: one.id, label: one.name }))}
        />
      )}
      <TextField
        label={t`Name of the voice`}
        value={name}
        maxLength={longestVoiceName}
        autoComplete="off"
        error={fields?.name?.detail}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-1 font-medium">
          <Trans>Voice sample</Trans>
        </legend>
        <p className="text-sm text-ink-soft">
          <Trans>
            One person speaking, without music or noise, for at least {leastText}. The first {mostText} are sent.
          </Trans>
        </p>
        {file ? <Chosen file={file} onRemove={() => setFile(undefined)} /> : <Choose onChosen={setFile} />}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {recordingProblem}
        </p>
      </fieldset>
      <Checkbox name="consent" label={consent.text} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      {progress !== null && <ProgressBar value={progress} label={t`Uploading the recording`} />}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure && !recordingProblem && !fields?.name && failureMessage(failure)}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {price > 0 && (
          <span className="mr-auto text-sm text-ink-soft">
            <Trans>
              Costs <Plural value={price} one="# token" other="# tokens" />
            </Trans>
          </span>
        )}
        <Button type="button" variant="secondary" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={progress !== null} disabled={!file || !agreed || name.trim() === ''}>
          <Trans>Create voice</Trans>
        </Button>
      </div>
    </form>
  )
}

function Choose({ onChosen }: { onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Recorder again={false} onRecorded={onChosen} />
      <input
        ref={input}
        type="file"
        accept="audio/*"
        aria-label={t`Audio file with the voice`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => target.files?.[0] && onChosen(target.files[0])}
      />
      <Button type="button" variant="secondary" size="sm" className="justify-self-start" onClick={() => input.current?.click()}>
        <FileAudio aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Choose a file</Trans>
      </Button>
    </div>
  )
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const [url, setUrl] = useState<string>()
  const { peaks, durationMs } = useLoudness(file)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- The address lives as long as this effect.
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className="flex items-start gap-2">
      {url && (
        <AudioPlayer src={url} name={file.name} peaks={peaks} durationMs={durationMs} clock={clock} bare className="min-w-0 flex-1" />
      )}
      <IconButton label={t`Remove the recording`} onClick={onRemove}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
