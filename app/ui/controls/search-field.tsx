import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { afterRest, leavesPage } from './after-rest.ts'

type SearchFieldProps = { q: string; onSearch: (q: string) => void; label: string; placeholder: string; className: string }

/** Searches during pauses in typing; follows changes of the query from elsewhere. */
export function SearchField({ q, onSearch, label, placeholder, className }: SearchFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    // Earlier queries may arrive while the latest is pending, and must not replace the typed text. Any other change came from elsewhere: a
    // removed filter, or a step back.
    if (q !== asked && asked === seen) {
      setAsked(q)
      setTyped(q)
    }
  }
  // Text typed before hydration exists only in the field.
  useLayoutEffect(() => {
    if (input.current) setTyped(input.current.value)
  }, [])
  const ask = useEffectEvent(() => {
    setAsked(typed.trim())
    onSearch(typed.trim())
  })
  useEffect(() => {
    if (typed.trim() === q) return
    return afterRest(() => ask(), { page: document, leaves: leavesPage })
  }, [typed, q])
  function clear() {
    setTyped('')
    setAsked('')
    onSearch('')
    input.current?.focus()
  }
  return (
    <div className={`relative block min-w-0 flex-1 ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
        strokeWidth={1.75}
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        className="control min-h-10 w-full py-1.5 pr-10 pl-9.5 text-base pointer-coarse:min-h-11 pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      {typed && (
        <button
          type="button"
          aria-label={t`Clear the search`}
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink pointer-coarse:w-11"
        >
          <X aria-hidden className="size-4" strokeWidth={1.75} />
        </button>
      )}
    </div>
  )
}
