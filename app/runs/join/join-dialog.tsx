import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import { maxInputs } from '#app/contract/base/values.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Slider } from '#app/ui/controls/slider.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useEditRun } from '../edit/use-edit-run.ts'
import { SpendButton } from '../spend-button.tsx'
import { useRunPrice } from '../use-run-price.ts'
import { ClipList } from './clip-list.tsx'
import { type Clip, clipOf, joinedSeconds } from './clips.ts'
import { MoreClips } from './more-clips.tsx'
import { UploadClip } from './upload-clip.tsx'

type JoinDialogProps = {
  /** The videos to begin with. */
  works: readonly Generation[]
  onClose: () => void
  onStarted?: ((started: Generation) => void) | undefined
}

/** Joins videos in a chosen order, after showing the length and the price. */
export function JoinDialog({ works, onClose, onStarted }: JoinDialogProps) {
  const { data: models = [] } = useQuery(modelsQuery())
  const model = models.find(({ task, available }) => task === 'join_videos' && available)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={<Trans>Join videos</Trans>}>
      {model ? (
        <Join modelId={model.id} works={works} onClose={onClose} onStarted={onStarted} />
      ) : (
        <p className="py-2 text-ink-soft">
          <Trans>This server can’t join videos: an optional package is missing. Its administrator can install it.</Trans>
        </p>
      )}
    </Dialog>
  )
}

function Join({ modelId, works, onClose, onStarted }: JoinDialogProps & { modelId: string }) {
  const { t } = useLingui()
  const { duration } = useFormat()
  const workName = useWorkName()
  const [clips, setClips] = useState<Clip[]>(() => works.flatMap((work) => clipOf(work, workName(work)) ?? []).slice(0, maxInputs))
  const [transition, setTransition] = useState<'cut' | 'fade'>('cut')
  const [fade, setFade] = useState(1)
  const [sound, setSound] = useState(true)
  const options: OptionValues = { transition, fade, sound }
  const inputs = clips.map(({ input }) => input)
  const add = (clip: Clip) => setClips((before) => [...before, clip].slice(0, maxInputs))
  const isEnough = clips.length > 1
  const asked = useRunPrice({ model: modelId, prompt: '', options, context: { inputs } }, isEnough)
  const run = useEditRun((started) => {
    onStarted?.(started)
    onClose()
  })
  const total = duration(joinedSeconds(clips, transition === 'fade' ? fade : 0) * 1_000)
  const [first] = clips
  return (
    <div className="grid gap-5 py-2">
      <ClipList clips={clips} onChange={setClips} />
      {clips.length < maxInputs && (
        <>
          <MoreClips taken={clips} onAdd={add} />
          <UploadClip onAdd={add} />
        </>
      )}
      <Segmented
        label={t`Transition`}
        value={transition}
        onValueChange={setTransition}
        items={[
          { value: 'cut', label: t`Cut` },
          { value: 'fade', label: t`Cross-fade` },
        ]}
      />
      {transition === 'fade' && (
        <Slider
          label={t`Length of the cross-fade`}
          value={fade}
          onValueChange={setFade}
          min={0.2}
          max={3}
          step={0.1}
          format={(value) => duration(value * 1_000)}
        />
      )}
      <Switch label={<Trans>With sound</Trans>} checked={sound} onCheckedChange={setSound} />
      <p className="text-ink-soft" aria-live="polite">
        {isEnough ? (
          <>
            <Trans>Total length: {total}</Trans>
            {first?.file.width && first.file.height && (
              <>
                {' · '}
                {first.file.width} × {first.file.height}
              </>
            )}
          </>
        ) : (
          <Trans>Choose at least two videos.</Trans>
        )}
      </p>
      {run.problem && (
        <p role="alert" className="text-danger">
          {run.problem}
        </p>
      )}
      <SpendButton
        asked={asked}
        busy={run.sending}
        onSpend={(maxPrice) => void run.start({ model: modelId, prompt: '', options, inputs, max_price: maxPrice, isPromptless: true })}
      >
        <Trans>Join videos</Trans>
      </SpendButton>
    </div>
  )
}
