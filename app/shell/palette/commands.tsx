import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { kindPaths, kinds } from '#app/shell/media/kinds.tsx'
import { isPaletteKey, isTakenBy, shortcutKey } from '#app/shell/shortcuts/keys.ts'
import { isPlaceKey, places } from '#app/shell/shortcuts/places.ts'
import { areShortcutsOn } from '#app/shell/shortcuts/preference.ts'
import { type Shown, showCommands, toggleCommands, useShownCommands } from '#app/shell/shortcuts/shown.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'

const loadPalette = () => import('./palette.tsx')
const loadSheet = () => import('#app/shell/shortcuts/sheet.tsx')
const Palette = lazyPart(async () => (await loadPalette()).Palette)
const ShortcutSheet = lazyPart(async () => (await loadSheet()).ShortcutSheet)

/** Milliseconds to wait for the second key of a sequence. */
const secondKeyMs = 1_500

const lastKindKey = 'quartet.last-kind'

/** The last opened studio in this browser. */
function lastKind(): Kind {
  try {
    const kept = localStorage.getItem(lastKindKey)
    return kinds.find((kind) => kind === kept) ?? 'image'
  } catch {
    return 'image'
  }
}

function keepKind(pathname: string) {
  const kind = kinds.find((one) => kindPaths[one] === pathname)
  if (!kind) return
  try {
    localStorage.setItem(lastKindKey, kind)
  } catch {
    // With blocked storage, the image studio is a good default.
  }
}

function focusField(selector: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility())
  field?.focus()
  return field !== undefined
}

const promptField = '#content form textarea'
const searchField = '#content input[type="search"]'

/** Opens the palette or the sheet, which close themselves. */
function onOpenChange(next: boolean) {
  if (!next) showCommands(null)
}

/** The palette and the keyboard shortcuts of every page. Their content is prefetched when idle. */
export function Commands() {
  const router = useRouter()
  const user = useUser()
  const open = useShownCommands()
  const [used, setUsed] = useState<ReadonlySet<Shown>>(new Set())
  if (open && !used.has(open)) setUsed(new Set([...used, open]))

  const startNewWork = async () => {
    const isStudio = kinds.some((kind) => kindPaths[kind] === router.state.location.pathname)
    if (isStudio && focusField(promptField)) return
    await router.navigate({ to: kindPaths[lastKind()] })
    focusField(promptField)
  }

  const onShortcut = useEffectEvent((key: string, isSecond: boolean): boolean => {
    if (isSecond) {
      if (!user || !isPlaceKey(key)) return false
      void router.navigate({ to: places[key] })
      return true
    }
    if (key === '?') showCommands('sheet')
    else if (key === '/') return focusField(searchField) || (showCommands('palette'), true)
    else if (key === 'n' && user) void startNewWork()
    else if (key === 'r' && user) document.querySelector<HTMLElement>('[data-tray]')?.click()
    else return false
    return true
  })

  useEffect(() => {
    let firstAt = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || event.repeat) return
      if (isPaletteKey(event)) {
        event.preventDefault()
        return toggleCommands('palette')
      }
      if (!areShortcutsOn() || isTakenBy(event.target)) return
      const key = shortcutKey(event)
      if (key === null) return
      const isSecond = performance.now() - firstAt < secondKeyMs
      firstAt = Number.NEGATIVE_INFINITY
      if (!isSecond && key === 'g') firstAt = performance.now()
      else if (onShortcut(key, isSecond)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  useEffect(() => {
    keepKind(router.state.location.pathname)
    return router.subscribe('onRendered', ({ toLocation }) => keepKind(toLocation.pathname))
  }, [router])

  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadPalette, loadSheet]) void prefetch(load)
    }, 2_500)
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      {used.has('palette') && <Palette open={open === 'palette'} onOpenChange={onOpenChange} />}
      {used.has('sheet') && <ShortcutSheet open={open === 'sheet'} onOpenChange={onOpenChange} />}
    </>
  )
}
