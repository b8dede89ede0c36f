import type { MouseEvent, ReactNode } from 'react'
import type { Advice } from '#app/contract/runs/generations.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { Composer } from './use-composer.ts'

export type AdviceNoteProps = { composer: Composer; advice: Advice }

export function Note({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="grid animate-rise gap-3 rounded-card bg-wash px-4 py-3 in-data-bar:flex in-data-bar:flex-wrap in-data-bar:items-center in-data-bar:gap-x-3 in-data-bar:gap-y-1.5 in-data-bar:py-2"
    >
      {children}
    </div>
  )
}

type SuggestedProps = { composer: Composer; suggestion: Advice['suggestions'][number]; children: ReactNode }

export function Suggested({ composer, suggestion: { prompt, model, options }, children }: SuggestedProps) {
  function take({ currentTarget }: MouseEvent) {
    composer.replace({ prompt, model: model ?? undefined, options: options ?? undefined })
    // The focus moves, because the button disappears with its note.
    currentTarget.closest('form')?.querySelector('textarea')?.focus()
  }
  return (
    <Button variant="secondary" size="sm" onClick={take} className="text-left font-normal">
      {children}
    </Button>
  )
}
