import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** The names of a film's choices. */
export function useFilmNames() {
  const { t } = useLingui()
  return useMemo(
    () => ({
      framing: { wide: t`Wide`, full: t`Full figure`, medium: t`To the waist`, close: t`Close-up`, detail: t`Detail` },
      camera: {
        still: t`Still`,
        push_in: t`Push in`,
        pull_out: t`Pull out`,
        pan_left: t`Pan left`,
        pan_right: t`Pan right`,
        tilt_up: t`Tilt up`,
        tilt_down: t`Tilt down`,
      },
      light: { day: t`Day`, night: t`Night`, dawn: t`Dawn`, dusk: t`Dusk` },
      transition: { cut: t`Cut`, fade: t`Cross-fade`, black: t`Through black` },
      captions: { none: t`None`, file: t`Can be switched on`, picture: t`In the frame` },
      kind: { person: t`Person`, animal: t`Animal`, thing: t`Thing` },
    }),
    [t],
  )
}
