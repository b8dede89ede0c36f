import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { type ChosenTool, isRecipe, mostChosen, switchedTools } from '#app/contract/studio/tool-names.ts'
import { threadQuery } from './threads.queries.ts'

const storageKey = 'quartet.tools'

/** Reads the tools that were chosen last in this browser: none at first, because they add to the price of each message. */
function readLast(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function remember(tools: readonly ChosenTool[]) {
  try {
    localStorage.setItem(storageKey, tools.join(' '))
  } catch {
    // With blocked storage, the choice lasts as long as the page.
  }
}

const never = () => () => {}
const known = (names: readonly string[]): ChosenTool[] => [
  ...switchedTools.filter((name) => names.includes(name)),
  ...names.filter(isRecipe),
]

type ToolsOptions = { thread: string; exists: boolean; model: Pick<Model, 'tools'> | undefined }

/** The tools of a conversation, which are sent with each message. */
export function useTools({ thread, exists, model }: ToolsOptions) {
  const stored = useQuery({ ...threadQuery(thread), enabled: exists }).data?.tools
  const last = useSyncExternalStore(never, readLast, () => '')
  const [chosen, setChosen] = useState<ChosenTool[] | null>(null)
  const tools = useMemo(() => chosen ?? known(exists ? (stored ?? []) : last.split(' ')), [chosen, exists, stored, last])
  return {
    tools,
    /** Undefined for a model that cannot use any. */
    sent: model?.tools ? tools : undefined,
    change(name: ChosenTool, on: boolean) {
      const others = tools.filter((one) => one !== name)
      const next = known(on ? [...others, name] : others).slice(0, mostChosen)
      setChosen(next)
      remember(next)
    },
  }
}
export type ThreadTools = ReturnType<typeof useTools>
