import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'

type ButtonProps = ComponentProps<'button'> & { variant?: Variant; size?: keyof typeof SIZES }

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:opacity-90',
}

/** Taller on touch screens: 44 px. */
const SIZES = {
  sm: 'h-8 shrink-0 whitespace-nowrap px-3.5 pointer-coarse:h-11',
  md: 'h-9 shrink-0 whitespace-nowrap px-3.5 pointer-coarse:h-11',
  icon: 'size-9 shrink-0 pointer-coarse:size-11',
  // For a label that contains a name: it wraps.
  long: 'min-h-9 min-w-0 px-3.5 py-1.5 text-left wrap-anywhere pointer-coarse:min-h-11',
}

const SHAPE = 'inline-flex items-center justify-center gap-2 rounded-md text-sm font-medium'

export function Button({ variant = 'primary', size = 'md', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(
        SHAPE,
        'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress aria-disabled:opacity-50',
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
      {...rest}
    />
  )
}

/** For a link that looks like a button. */
export const LINK_BUTTON = classes(SHAPE, VARIANTS.secondary, SIZES.md)

/** For a link that looks like a main button. */
export const MAIN_LINK_BUTTON = classes(SHAPE, VARIANTS.primary, SIZES.md)
