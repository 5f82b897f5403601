import { keyNames, type ShortcutName } from './shortcuts.ts'

/** The keys of a shortcut, as printed on the keyboard. */
export function Keys({ of }: { of: ShortcutName }) {
  return (
    <span className="flex gap-1">
      {keyNames(of).map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-line-strong bg-page px-1.5 text-center font-sans text-xs leading-5 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
