import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './overlays/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'size'> & { label: string }

/** A button with an icon; its label is its tooltip and its accessible name. */
export function IconButton({ label, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size="icon" aria-label={label} {...rest} />
    </Tooltip>
  )
}
