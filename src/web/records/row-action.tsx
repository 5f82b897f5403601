import type { LucideIcon } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type RowActionProps = { label: string; Icon: LucideIcon; onClick: () => void }

/** One icon of a row's actions: small beside a mouse, so that rows stay low, large where it is touched. */
export function RowAction({ label, Icon, onClick }: RowActionProps) {
  return (
    <IconButton
      label={label}
      className="pointer-coarse:size-11 pointer-fine:size-8"
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}
