import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp } from 'lucide-react'
import { useEffect } from 'react'
import { PhoneNav } from '#app/shell/chrome/phone-nav-part.tsx'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { Mark } from '#app/ui/page/mark.tsx'
import { Composer } from './composer.tsx'
import { usePromptLabels } from './prompt-field.tsx'
import type { Composer as ComposerState } from './use-composer.ts'
import { useKeyboardInset } from './use-keyboard-inset.ts'

type PhoneBarProps = { composer: ComposerState; open: boolean; onOpenChange: (open: boolean) => void }

/** The composer on a phone: a bar at the foot that opens the full form, or submits at once if the prompt is ready. */
export function PhoneBar({ composer, open, onOpenChange }: PhoneBarProps) {
  const { t } = useLingui()
  const { shortPrice, tokenPrice } = useFormat()
  const labels = usePromptLabels()
  const keyboard = useKeyboardInset()
  const { kind, prompt } = composer
  const { price } = composer.cost
  const { sending, ready, submit } = composer.submission
  const covered = open && keyboard > 0
  useEffect(() => {
    // The focused field must not be behind the submit button, which moves up with the keyboard.
    if (covered) requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
  }, [covered])
  return (
    <div
      data-kind={kind}
      data-print="hidden"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-3 pt-2.5 pb-[max(0.25rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <div className="mx-auto flex max-w-2xl items-center gap-2">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => onOpenChange(true)}
          className="control min-h-12 min-w-0 flex-1 truncate px-4 text-left text-lg"
        >
          {composer.task === 'transcribe' ? (
            <span className="text-ink-soft">{composer.lacksInput ? t`Add a recording` : t`Recording added`}</span>
          ) : composer.waitsForInput ? (
            <span className="text-ink-soft">{t`Add a video`}</span>
          ) : prompt ? (
            prompt
          ) : (
            <span className="text-ink-soft">{labels[kind]}</span>
          )}
        </button>
        {ready && price && (
          <button
            type="button"
            aria-label={
              price.milli === 0
                ? t`Create for free`
                : price.atMost
                  ? t`Create for up to ${tokenPrice(price.milli)}`
                  : t`Create for ${tokenPrice(price.milli)}`
            }
            aria-disabled={sending || undefined}
            aria-busy={sending || undefined}
            onClick={(event) => !sending && event.detail <= 1 && void submit()}
            className="flex min-h-12 shrink-0 animate-fade items-center gap-1.5 rounded-control bg-ink px-4 font-medium text-paper transition-colors active:bg-ink/80"
          >
            {sending ? <Mark playing size={20} /> : <ArrowUp aria-hidden className="size-5" strokeWidth={1.75} />}
            {shortPrice(price.milli)}
          </button>
        )}
      </div>
      <div className="mx-auto mt-1.5 max-w-2xl md:hidden">
        <PhoneNav />
      </div>
      <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>New result</Trans>}>
        {/* Leaves the area behind the keyboard empty, so that the submit button is right above it. */}
        <div
          data-keyboard={keyboard > 0 ? '' : undefined}
          style={{ paddingBottom: keyboard }}
          className="-mx-5 -mb-[max(1.25rem,env(safe-area-inset-bottom))] flex h-[calc(92dvh-4.5rem)] flex-col md:-mx-6 md:h-[calc(100dvh-5rem)]"
        >
          <Composer composer={composer} as="sheet" />
        </div>
      </Sheet>
    </div>
  )
}
