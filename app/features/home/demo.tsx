import { useLingui } from '@lingui/react/macro'
import { DemoResult } from './demo-result.tsx'

/** Prompts to try, below the hero's field, and the place for what the image leaves out. `app/plain/demo.ts` draws. */
export function Demo() {
  const { t } = useLingui()
  const examples = [
    t`A lighthouse by the sea in a storm`,
    t`Hot air balloons over a green valley`,
    t`Birches by a lake in autumn, morning fog`,
  ]
  return (
    <>
      <div data-demo-place className="min-h-11 max-w-3xl scroll-my-6">
        {/* The script enables the buttons, because nothing can be drawn without it. */}
        <div role="group" aria-label={t`Examples`} className="flex flex-wrap gap-2">
          {examples.map((example) => (
            <button key={example} type="button" disabled className="film-chip max-sm:nth-3:hidden">
              {example}
            </button>
          ))}
        </div>
      </div>
      <DemoResult />
    </>
  )
}
