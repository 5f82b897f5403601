import { onEscape } from '#web/ui/overlays/escape.ts'

export type PaletteProps = {
  /** Kept outside the palette: typing may begin before its code has loaded. */
  typed: string
  onType: (typed: string) => void
  /** Enter was pressed before the code had loaded. */
  entered: boolean
  onEnter: () => void
  onClose: () => void
  onHelp: () => void
  onSwitch: (accountId: string) => void
}

export const PALETTE_TITLE = 'Search or jump to…'
export const PALETTE_PLACEHOLDER = 'Search loads, trucks, drivers, brokers, owners…'
export const PALETTE_SHEET =
  'fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-xl'
export const PALETTE_INPUT =
  'h-12 w-full border-b border-line bg-transparent px-4 text-sm outline-none pointer-coarse:text-base placeholder:text-muted'

/** The palette's input, while the palette loads. */
export function LoadingPalette({ typed, onType, onEnter, onClose }: PaletteProps) {
  const closeByEscape = onEscape(onClose)

  return (
    <div role="dialog" aria-busy aria-label={PALETTE_TITLE} className={PALETTE_SHEET}>
      <input
        autoFocus
        aria-label={PALETTE_TITLE}
        placeholder={PALETTE_PLACEHOLDER}
        className={PALETTE_INPUT}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          closeByEscape(event)
          if (event.key === 'Enter') onEnter()
        }}
      />
    </div>
  )
}
