/** Keys of a sequence, shown as key caps. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-[6px] border border-line bg-wash px-1.5 font-sans text-xs text-ink-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

/** The name of the command key on this system. */
export const commandKey = () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl')
