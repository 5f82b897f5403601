import { ChevronDown, ChevronRight } from 'lucide-react'

type RowToggleProps = { label: string; isOpen: boolean; onToggle: () => void }

/** Shows and hides the details below a row of a table. */
export function RowToggle({ label, isOpen, onToggle }: RowToggleProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="hit-area inline-flex items-baseline! gap-1 text-left font-medium text-accent-strong"
      onClick={onToggle}
    >
      <Icon aria-hidden className="size-4 shrink-0 self-center" />
      {label}
    </button>
  )
}
