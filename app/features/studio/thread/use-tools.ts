import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { type StudioTool, switchedTools } from '#app/contract/runs/tool-names.ts'
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

function remember(tools: readonly StudioTool[]) {
  try {
    localStorage.setItem(storageKey, tools.join(' '))
  } catch {
    // With blocked storage, the choice lasts as long as the page.
  }
}

const never = () => () => {}
const known = (names: readonly string[]): StudioTool[] => switchedTools.filter((name) => names.includes(name))

type ToolsOptions = { thread: string; exists: boolean; model: Pick<Model, 'tools'> | undefined }

/** The tools of a conversation, which are sent with each message. */
export function useTools({ thread, exists, model }: ToolsOptions) {
  const stored = useQuery({ ...threadQuery(thread), enabled: exists }).data?.tools
  const last = useSyncExternalStore(never, readLast, () => '')
  const [chosen, setChosen] = useState<StudioTool[] | null>(null)
  const tools = useMemo(() => chosen ?? known(exists ? (stored ?? []) : last.split(' ')), [chosen, exists, stored, last])
  return {
    tools,
    /** Undefined for a model that cannot use any. */
    sent: model?.tools ? tools : undefined,
    change(name: StudioTool, on: boolean) {
      const next: StudioTool[] = switchedTools.filter((one) => (one === name ? on : tools.includes(one)))
      setChosen(next)
      remember(next)
    },
  }
}
export type ThreadTools = ReturnType<typeof useTools>
