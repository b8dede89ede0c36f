import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import { useWorks } from '#app/shell/data/works.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { atTyped, distinctPrompts, type HistoryPlace, newerPrompt, olderPrompt } from './prompt-history.ts'

type PromptHistoryOptions = { kind: Kind; prompt: string; onRecall: (prompt: string) => void }

/** Steps through the earlier prompts of a kind that the feed has loaded: the up key goes back, the down key forward. */
export function usePromptHistory({ kind, prompt, onRecall }: PromptHistoryOptions) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useWorks({ type: kind })
  const prompts = useMemo(() => distinctPrompts(data?.pages.flatMap(({ items }) => items.map((item) => item.prompt)) ?? []), [data])
  const [at, setAt] = useState<HistoryPlace>(atTyped)
  /** The recalled prompt, as long as only arrow keys have been pressed; until then they may ignore lines. */
  const walking = useRef<string | null>(null)
  const place = prompts[at.place] === prompt ? at.place : -1

  return {
    prompts,
    /** Position from 1; 0 is the person's own text. */
    place: place + 1,
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      const { key, currentTarget: area } = event
      const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey && !isComposing(event.nativeEvent)
      const onTheWay = walking.current === prompt
      if (!plain || (key !== 'ArrowUp' && key !== 'ArrowDown')) {
        walking.current = null
        return
      }
      const from: HistoryPlace = place === -1 ? atTyped : at
      const able = onTheWay || (key === 'ArrowUp' ? isOnFirstLine(area) : place !== -1 && area.selectionStart === prompt.length)
      const step = able ? (key === 'ArrowUp' ? olderPrompt : newerPrompt)(prompts, from, prompt) : undefined
      if (!step) return
      event.preventDefault()
      walking.current = step.prompt
      setAt({ place: step.place, typed: step.typed })
      onRecall(step.prompt)
      if (step.place >= prompts.length - 3 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
      requestAnimationFrame(() => area.setSelectionRange(step.prompt.length, step.prompt.length))
    },
  }
}

let measure: CanvasRenderingContext2D | null | undefined

/** Whether the caret is on the first visual line, which may be only a part of the first paragraph. */
function isOnFirstLine(area: HTMLTextAreaElement): boolean {
  const before = area.value.slice(0, area.selectionStart)
  if (area.selectionStart !== area.selectionEnd || before.includes('\n')) return false
  if (before === '') return true
  measure ??= document.createElement('canvas').getContext('2d')
  if (!measure) return false
  const { font, paddingLeft, paddingRight } = getComputedStyle(area)
  measure.font = font
  return measure.measureText(before).width < area.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - 8
}
