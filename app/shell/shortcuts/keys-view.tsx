/** Keys as they stand on a keyboard, to be pressed one after the other. */
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

/** What the key beside the space bar is called here. */
export const commandKey = () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl')
