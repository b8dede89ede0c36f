import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { receiveToasts } from './toast-queue.ts'

/** Shows the toasts of the queue. */
export function Toaster() {
  return (
    <Toast.Provider limit={3} timeout={6000}>
      <Incoming />
      <Toast.Portal>
        <Toast.Viewport className="toasts fixed inset-x-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-sm flex-col-reverse gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 sm:w-96">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Incoming() {
  const { add, close } = Toast.useToastManager()
  useEffect(
    () =>
      receiveToasts(({ title, description, tone = 'ok', action, timeout }) => {
        const id = add({
          title,
          description,
          type: tone,
          priority: tone === 'danger' ? 'high' : 'low',
          ...(timeout !== undefined && { timeout }),
          ...(action && {
            actionProps: {
              children: action.label,
              onClick() {
                action.onClick()
                close(id)
              },
            },
          }),
        })
      }),
    [add, close],
  )
  return null
}

function Toasts() {
  const { t } = useLingui()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const Icon = toast.type === 'danger' ? CircleAlert : CircleCheck
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'right']}
        className="rounded-card border border-line bg-surface shadow-float [transform:translate(var(--toast-swipe-movement-x,0),var(--toast-swipe-movement-y,0))] transition-[opacity,transform] duration-200 ease-out outline-offset-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:[transform:translateY(12px)] data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 p-4 pr-2">
          <Icon aria-hidden className={`mt-px size-5 shrink-0 ${toast.type === 'danger' ? 'text-danger' : 'text-ok'}`} strokeWidth={1.75} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium tracking-normal" render={<div />} />
            <Toast.Description className="text-sm text-ink-soft" />
            <Toast.Action className="link mt-1.5 text-sm font-medium" />
          </div>
          <Toast.Close
            aria-label={t`Close`}
            className="-my-2.5 grid size-10 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
          >
            <X aria-hidden className="size-4.5" strokeWidth={1.75} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
