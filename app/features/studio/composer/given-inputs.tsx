import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { InputSource } from '#app/runs/input-source.tsx'
import { useRoleNames } from '#app/runs/role-names.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { InputProblem } from './input-problem.tsx'
import { MaskButton } from './mask-button.tsx'
import type { Composer } from './use-composer.ts'
import type { PendingFile } from './use-uploads.ts'

type Inputs = Composer['inputs']
type GivenInputsProps = { inputs: Inputs; model: Model; failure: ApiFailure | null }

/** The run's inputs, uploaded and uploading. */
export function GivenInputs({ inputs, model, failure }: GivenInputsProps) {
  const { t } = useLingui()
  const { given, uploads } = inputs
  return (
    <ul aria-label={t`Made from`} className="grid gap-2">
      {given.map((input, index) => (
        <li key={'upload_id' in input ? input.upload_id : `${input.generation_id} ${input.index}`} className="animate-rise">
          <Given inputs={inputs} model={model} input={input} />
          <InputProblem>{failure?.fields?.[`inputs.${index}`]?.detail}</InputProblem>
          {input.role === 'source' && model.inputs.some(({ role }) => role === 'mask') && (
            <div className="mt-2 ml-17">
              <MaskButton
                input={input}
                hasMask={given.some(({ role }) => role === 'mask')}
                onMask={(mask) => uploads.add([mask], { role: 'mask' })}
              />
            </div>
          )}
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

type GivenProps = { inputs: Inputs; model: Model; input: GenerationInput }

function Given({ inputs, model, input }: GivenProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  // Roles that take the same kinds are interchangeable; the server decides whether the file fits.
  const own = model.inputs.find(({ role }) => role === input.role)
  const roles = model.inputs.filter(({ types }) => own && types.some((type) => own.types.includes(type))).map(({ role }) => role)
  const alike = inputs.given.filter(({ role }) => role === input.role)
  const place = alike.indexOf(input)
  return (
    <InputSource
      input={input}
      roleName={
        roles.length > 1 ? (
          <Select
            label={t`Use as`}
            hideLabel
            quiet
            value={input.role}
            onValueChange={(role) => inputs.setRole(input, role)}
            items={roles.map((role) => ({ value: role, label: names[role].name, description: names[role].description }))}
          />
        ) : model.history || model.task ? null : undefined
      }
    >
      <span className="flex">
        {alike.length > 1 && !model.history && (
          <>
            <IconButton label={t`Move up`} disabled={place === 0} onClick={() => inputs.move(input, -1)}>
              <ArrowUp aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton label={t`Move down`} disabled={place === alike.length - 1} onClick={() => inputs.move(input, 1)}>
              <ArrowDown aria-hidden strokeWidth={1.75} />
            </IconButton>
          </>
        )}
        <IconButton label={t`Remove`} onClick={() => inputs.remove(input)}>
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
          <InputProblem>{failure}</InputProblem>
        )}
      </div>
      <IconButton label={t`Remove`} onClick={onRemove}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

const previewSize = 112

/** A thumbnail of a local image; empty if the browser cannot decode it. */
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
