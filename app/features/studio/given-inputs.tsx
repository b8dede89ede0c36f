import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { GenerationInput } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { KindIcon } from '#app/shell/kinds.tsx'
import { InputSource } from '#app/shell/work/input-source.tsx'
import { useRoleNames } from '#app/shell/work/role-names.ts'
import { IconButton } from '#app/ui/button.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Select } from '#app/ui/select.tsx'
import { Problem } from './inputs-field.tsx'
import type { Composer } from './use-composer.ts'
import type { PendingFile } from './use-uploads.ts'

/** What a run is given so far, and what is still on its way. */
export function GivenInputs({ composer, model }: { composer: Composer; model: Model }) {
  const { t } = useLingui()
  const { inputs, uploads, failure } = composer
  return (
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
