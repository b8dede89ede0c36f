import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PasswordAdvice, PasswordEstimate } from './estimate-password.ts'

type Estimator = typeof import('./estimate-password.ts').estimatePassword

/** Returns the strength of a password; null while it is empty or the estimator is not loaded. */
export function usePasswordEstimate(password: string, personal: readonly string[]): PasswordEstimate | null {
  const [estimator, setEstimator] = useState<{ estimate: Estimator } | null>(null)
  const typed = useDeferredValue(password)
  const wanted = password !== ''

  useEffect(() => {
    if (!wanted) return
    let asked = true
    import('./estimate-password.ts').then(
      ({ estimatePassword }) => asked && setEstimator({ estimate: estimatePassword }),
      () => undefined,
    )
    return () => {
      asked = false
    }
  }, [wanted])

  return estimator && typed ? estimator.estimate(typed, personal) : null
}

type StrengthOptions = {
  password: string
  estimate: PasswordEstimate | null
  minLength: number
}

/** Returns the strength as a word with one short piece of advice; null if there is nothing to say. */
export function useStrengthMessage({ password, estimate, minLength }: StrengthOptions): { word: string; advice: string } | null {
  const { t } = useLingui()
  if (!estimate) return null
  const missing = minLength - [...password].length
  const words = {
    1: t({ context: 'password', message: 'Weak' }),
    2: t({ context: 'password', message: 'Fair' }),
    3: t({ context: 'password', message: 'Good' }),
    4: t({ context: 'password', message: 'Strong' }),
  }
  const advice: Record<PasswordAdvice, string> = {
    none: '',
    common: t`This is one of the first passwords attackers try.`,
    personal: t`Don’t use your email or name.`,
    date: t`Dates and years are easy to guess.`,
    row: t`Keyboard patterns are easy to guess.`,
    repeat: t`Repetition adds little.`,
    words: t`Add another word or two.`,
  }
  if (missing > 0)
    return {
      word: t({ context: 'password', message: 'Too short' }),
      advice: t`${plural(missing, { one: '# more character.', other: '# more characters.' })}`,
    }
  return { word: words[estimate.level], advice: advice[estimate.advice] }
}

const tones = { 1: 'bg-danger', 2: 'bg-warn', 3: 'bg-ok', 4: 'bg-ok' }

/** Four bars. Decorative, because the word next to them says the same. */
export function StrengthBars({ level }: { level: 0 | 1 | 2 | 3 | 4 }) {
  return (
    <div aria-hidden className="grid grid-cols-4 gap-1 py-0.5" data-level={level}>
      {[1, 2, 3, 4].map((bar) => (
        <span key={bar} className={`h-1 rounded-full transition-colors ${level !== 0 && bar <= level ? tones[level] : 'bg-line'}`} />
      ))}
    </div>
  )
}

const pauseMs = 900

/** Announces its content when typing pauses, not with every key. */
export function SpokenAfterPause({ children }: { children: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(children), pauseMs)
    return () => clearTimeout(timer)
  }, [children])
  return (
    <span role="status" className="sr-only">
      {spoken}
    </span>
  )
}
