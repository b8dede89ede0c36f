import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ImagePlus, Paperclip, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { GenerationInput } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { KindIcon } from '#app/shell/kinds.tsx'
import { InputSource, useRoleNames } from '#app/shell/work/input-source.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Select } from '#app/ui/select.tsx'
import { config } from '#config'
import { acceptOf } from './check-file.ts'
import type { Composer } from './use-composer.ts'
import type { PendingFile } from './use-uploads.ts'

/** What a run begins with: files that are dropped, pasted or chosen, and earlier results. Nothing for a model that takes none. */
export function InputsField({ composer }: { composer: Composer }) {
  const { t } = useLingui()
  const picker = useRef<HTMLInputElement>(null)
  const { model, inputs, kinds, open, uploads, failure } = composer
  if (!model || kinds.length === 0) return null
  const onlyPictures = kinds.length === 1 && kinds[0] === 'image'
  const hasRoom = open.length > 0 && !uploads.busy
  return (
    <div className="grid gap-2.5">
      {(inputs.length > 0 || uploads.pending.length > 0) && (
        <ul aria-label={t`Made from`} className="grid gap-2">
          {inputs.map((input, index) => (
            <li key={'upload_id' in input ? input.upload_id : `${input.generation_id} ${input.index}`} className="animate-rise">
              <Given composer={composer} model={model} input={input} />
              <Problem>{failure?.fields?.[`inputs.${index}`]?.detail}</Problem>
            </li>
          ))}
          {uploads.pending.map((file) => (
            <li key={file.key} className="animate-rise">
              <OnItsWay file={file} onRemove={() => uploads.forget(file.key)} />
            </li>
          ))}
        </ul>
      )}
      {hasRoom && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="sm" onClick={() => picker.current?.click()}>
            {onlyPictures ? (
              <>
                <ImagePlus aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add a picture</Trans>
              </>
            ) : (
              <>
                <Paperclip aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add a file</Trans>
              </>
            )}
          </Button>
          <Limits composer={composer} />
        </div>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={open.some(({ max }) => max > 1) || open.length > 1}
        accept={acceptOf(kinds)}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <div role="alert" className="empty:hidden">
        <Problem>{uploads.problem ?? failure?.fields?.inputs?.detail}</Problem>
      </div>
    </div>
  )
}

/** What it may be and how large, before anything is chosen. */
function Limits({ composer: { kinds, open } }: { composer: Composer }) {
  const { t } = useLingui()
  const roles = useRoleNames()
  const { image, audio, video, text } = config.uploads.maxMegabytes
  const parts: Record<Kind, string> = {
    image: t`picture up to ${image} MB`,
    audio: t`sound up to ${audio} MB`,
    video: t`video up to ${video} MB`,
    text: t`text up to ${text} MB`,
  }
  return (
    <p className="text-sm text-ink-soft">
      {[...new Set(open.map(({ role }) => roles[role].name))].join(', ')} · {kinds.map((kind) => parts[kind]).join(', ')}
    </p>
  )
}

type GivenProps = { composer: Composer; model: Model; input: GenerationInput }

function Given({ composer, model, input }: GivenProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  // Roles that take the same kinds can be exchanged; whether this very file fits is the server's to say.
  const own = model.inputs.find(({ role }) => role === input.role)
  const roles = model.inputs.filter(({ types }) => own && types.some((type) => own.types.includes(type))).map(({ role }) => role)
  const alike = composer.inputs.filter(({ role }) => role === input.role)
  const place = alike.indexOf(input)
  return (
    <InputSource
      input={input}
      role={
        roles.length > 1 ? (
          <Select
            label={t`What it is for`}
            hideLabel
            quiet
            value={input.role}
            onValueChange={(role) => composer.setRole(input, role)}
            items={roles.map((role) => ({ value: role, label: names[role].name, description: names[role].description }))}
          />
        ) : undefined
      }
    >
      <span className="flex">
        {alike.length > 1 && (
          <>
            <IconButton label={t`Move up`} disabled={place === 0} onClick={() => composer.moveInput(input, -1)}>
              <ArrowUp aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton label={t`Move down`} disabled={place === alike.length - 1} onClick={() => composer.moveInput(input, 1)}>
              <ArrowDown aria-hidden strokeWidth={1.75} />
            </IconButton>
          </>
        )}
        <IconButton label={t`Remove`} onClick={() => composer.removeInput(input)}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </span>
    </InputSource>
  )
}

function OnItsWay({ file, onRemove }: { file: PendingFile; onRemove: () => void }) {
  const { t } = useLingui()
  const { name, kind, progress, failure } = file
  return (
    <div className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-3">
      {kind === 'image' ? (
        <Preview file={file.file} faded={failure !== undefined} />
      ) : (
        <div className="grid size-14 place-items-center rounded-control bg-wash">
          <KindIcon kind={kind} />
        </div>
      )}
      <div className="min-w-0">
        <p className="truncate text-sm text-ink-soft">{name}</p>
        {failure === undefined ? (
          <ProgressBar label={t`Uploading ${name}`} value={progress} className="mt-2" />
        ) : (
          <Problem>{failure}</Problem>
        )}
      </div>
      <IconButton label={t`Remove`} onClick={onRemove}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

const previewSize = 112

/** A picture that is still only here, in small. Stays empty for what the browser cannot read. */
function Preview({ file, faded }: { file: File; faded: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    async function draw() {
      const bitmap = await createImageBitmap(file)
      const scale = previewSize / Math.min(bitmap.width, bitmap.height)
      const [width, height] = [bitmap.width * scale, bitmap.height * scale]
      if (!gone) canvas.current?.getContext('2d')?.drawImage(bitmap, (previewSize - width) / 2, (previewSize - height) / 2, width, height)
      bitmap.close()
    }
    draw().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [file])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={previewSize}
      height={previewSize}
      className={`size-14 rounded-control bg-wash ${faded ? 'opacity-40' : ''}`}
    />
  )
}

function Problem({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1 text-sm text-danger">{children}</p> : null
}
