import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

type RowActionProps = { label: string; Icon: LucideIcon; onClick: () => void }

/** Small for a mouse, so that rows stay low; large for touch. */
const SIZE = 'pointer-coarse:size-11 pointer-fine:size-8'

export function RowAction({ label, Icon, onClick }: RowActionProps) {
  return (
    <IconButton label={label} className={SIZE} onClick={onClick}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  )
}

type RowLinkProps = Omit<LinkProps, 'className'> & { label: string; Icon: LucideIcon }

export function RowLink({ label, Icon, ...rest }: RowLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        aria-label={label}
        className={classes('grid place-items-center rounded-md hover:bg-hover', SIZE)}
        {...rest}
      >
        <Icon aria-hidden className="size-4" />
      </Link>
    </Tooltip>
  )
}
