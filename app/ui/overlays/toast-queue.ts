export type ToastMessage = {
  title: string
  description?: string | undefined
  tone?: 'ok' | 'danger' | undefined
  action?: { label: string; onClick: () => void } | undefined
  /** Milliseconds until it closes on its own; 0 keeps it open. */
  timeout?: number | undefined
}

type Receiver = (message: ToastMessage) => void

/** Messages without a receiver yet. */
const waiting: ToastMessage[] = []
let receiver: Receiver | null = null
let isNeeded = false
const listeners = new Set<() => void>()

export function showToast(message: ToastMessage): void {
  if (receiver) return receiver(message)
  waiting.push(message)
  isNeeded = true
  for (const listener of listeners) listener()
}

/**
 * Delivers waiting and later messages to the receiver. Returns a function that stops it; later messages then wait for the next receiver.
 */
export function receiveToasts(receive: Receiver): () => void {
  receiver = receive
  for (const message of waiting.splice(0)) receive(message)
  return () => {
    if (receiver === receive) receiver = null
  }
}

export function onToastNeeded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether there has been a message. */
export const isToastNeeded = () => isNeeded
