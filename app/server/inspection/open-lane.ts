import { InspectionError } from './inspection-error.ts'
import { type Child, type Outcome, startChild, type TaskLimits } from './start-child.ts'
import type { TaskName } from './tasks.ts'
import { openTurns } from './turns.ts'

export type LaneLimits = TaskLimits & {
  /** Processes at once. Each has one task at a time, so a file can end none but its own. */
  processes: number
  /** More processes, which start while tasks take longer than a second. */
  spare: number
  /** Milliseconds without a task after which a process ends. */
  idleMs: number
}

export type RunOptions = {
  /** The person whose file it is: people with slow files wait for themselves, not others for them. */
  userId?: string
  /** Rejects and ends the process of the task. */
  signal?: AbortSignal
}

/** A task that has ended its process. */
export type DamagedFile = { task: TaskName; reason: string; stderr: string }

/** A task, and the check of its answer, which throws. */
export type Work<Result> = { task: TaskName; job: unknown; parse(answer: unknown): Result }

export type Lane = {
  run<Result>(work: Work<Result>, options: RunOptions): Promise<Result>
  close(): void
}

/** Opens processes that are alike. They start when tasks come, and stay for a while after the last one, because a start takes longer than most tasks. */
export function openLane(limits: LaneLimits, onDamaged?: (file: DamagedFile) => void): Lane {
  const turns = openTurns({ places: limits.processes, spare: limits.spare })
  const children = new Set<Child>()
  const idle = new Map<Child, NodeJS.Timeout>()
  let isClosed = false

  async function take(): Promise<Child> {
    for (const [child, timer] of [...idle].toReversed()) {
      clearTimeout(timer)
      idle.delete(child)
      if (!child.isGone()) return child
    }
    if (isClosed) throw new InspectionError('unavailable', 'the inspection is closed')
    const child = startChild(limits)
    children.add(child)
    if (await child.ready) return child
    children.delete(child)
    throw new InspectionError('unavailable', `no process could be started: ${child.stderr()}`)
  }

  function give(child: Child): void {
    if (child.isGone()) return void children.delete(child)
    if (isClosed || !child.isFresh()) return drop(child, 'it takes no other task')
    const timer = setTimeout(() => {
      idle.delete(child)
      drop(child, 'it had nothing to do')
    }, limits.idleMs)
    idle.set(child, timer.unref())
  }

  function drop(child: Child, reason: string): void {
    children.delete(child)
    child.end(reason)
  }

  async function ask({ task, job }: Pick<Work<unknown>, 'task' | 'job'>, signal?: AbortSignal): Promise<Outcome & { child: Child }> {
    const child = await take()
    if (signal?.aborted) {
      give(child)
      throw signal.reason
    }
    const stop = () => child.end('it was canceled')
    signal?.addEventListener('abort', stop, { once: true })
    const outcome = await child.ask(task, job)
    signal?.removeEventListener('abort', stop)
    if (outcome.status === 'done' || outcome.status === 'failed') return { ...outcome, child }
    children.delete(child)
    return { ...outcome, child }
  }

  return {
    async run(work, { userId, signal }) {
      signal?.throwIfAborted()
      using _ = await turns.take(userId, signal)
      let outcome = await ask(work, signal)
      // It may have been ended from outside, or by a rare fault of a library.
      if (outcome.status === 'died' && !isClosed) outcome = await ask(work, signal)
      signal?.throwIfAborted()
      const { child } = outcome
      const damaged = (reason: string) => {
        onDamaged?.({ task: work.task, reason, stderr: child.stderr() })
        return new InspectionError('damaged', `${work.task}: ${reason}`)
      }
      switch (outcome.status) {
        case 'failed':
          give(child)
          throw new InspectionError('unreadable', `${work.task}: ${outcome.detail}`)
        case 'done':
          try {
            const result = work.parse(outcome.answer)
            give(child)
            return result
          } catch {
            drop(child, 'its answer was not as expected')
            throw damaged('its answer was not as expected')
          }
        default:
          if (isClosed) throw new InspectionError('unavailable', 'the inspection is closed')
          throw damaged(outcome.reason)
      }
    },
    close() {
      isClosed = true
      for (const timer of idle.values()) clearTimeout(timer)
      idle.clear()
      for (const child of children) drop(child, 'the inspection is closed')
    },
  }
}
